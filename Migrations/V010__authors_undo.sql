-- Who is not followed takes back no write to a record that counts: until someone decides, such an undo waits. What was in force
-- already stays so.
INSERT OR IGNORE INTO decision (kind, identity)
SELECT DISTINCT 'follow', fact.digest FROM request JOIN fact ON fact.id = request.fact
JOIN branch ON branch.id = request.fact >> 40 JOIN fact AS named ON named.id = request.number
WHERE request.kind = 'undo' AND request.standing = 0 AND branch.own = 0 AND named.kind IN ('set', 'delete', 'restore')
  AND NOT EXISTS (SELECT 1 FROM following
    WHERE following.kind = 'everyone' OR following.kind = 'machine' AND following.name = branch.replica);
-- An upgrade folds all again, and a program that folds by the rules of before does not write.
DELETE FROM local WHERE name = 'rules';
