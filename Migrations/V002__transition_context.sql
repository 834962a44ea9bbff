-- The lives of findings ask on which build and of which source each change was seen; without this they go over all results.

ALTER TABLE transition ADD COLUMN context INTEGER NOT NULL DEFAULT 0; -- of the result

UPDATE transition SET context = ifnull((SELECT context FROM result WHERE result.id = transition.result), 0);
