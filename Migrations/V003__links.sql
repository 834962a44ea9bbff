-- Results of a cell without an index, version 3. Frozen once shipped: a change is a new file.

-- As in version 1, and `earlier`: the result that was stored before this one in the same cell, 0 for the first. With
-- `cell.last` this makes a list of the results of each cell. An index on `cell` took a third of a large import, and a
-- page to read and one to write of every single result.
ALTER TABLE result ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;

-- As in version 1, and `last`: where that list begins. Where all results of a cell are of one line it is the one with
-- the greatest number.
ALTER TABLE cell ADD COLUMN last INTEGER NOT NULL DEFAULT 0;

UPDATE result SET earlier = link.earlier
FROM (SELECT id, lag(id, 1, 0) OVER (PARTITION BY cell ORDER BY id) AS earlier FROM result) AS link
WHERE link.id = result.id;
UPDATE cell SET last = list.last
FROM (SELECT cell, max(id) AS last FROM result GROUP BY cell) AS list
WHERE list.cell = cell.id;
DROP INDEX result_by_cell;
