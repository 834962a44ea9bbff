-- What those say alone who are followed is held against more than before: a pass in the place of an N/A as well. An upgrade folds
-- all again, and a program that folds by the rules of before does not write.
DELETE FROM local WHERE name = 'rules';
