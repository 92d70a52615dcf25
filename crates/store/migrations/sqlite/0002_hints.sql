-- Whether players may ask for hints. In matches that were made before the choice: where no two people meet.
ALTER TABLE matches ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
UPDATE matches SET hints = 1 WHERE 1 >= (
    SELECT COUNT(DISTINCT s.person) + SUM(s.kind = 'open') FROM seats AS s WHERE s.match = matches.id);
