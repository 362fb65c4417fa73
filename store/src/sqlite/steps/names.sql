-- Counts up where what a service knows by heart of the names of the project's tags is not so any more.
ALTER TABLE projects ADD COLUMN names_revision INTEGER NOT NULL DEFAULT 0;
