-- What an entry of a session, a retraction, or an erasure is about is asked for each of them: without an index the time
-- for a bundle grows with the square of their number.
CREATE INDEX session_fact_session ON session_fact (session, kind);
CREATE INDEX retraction_fact ON retraction (fact);
CREATE INDEX erasure_fact ON erasure (fact);
