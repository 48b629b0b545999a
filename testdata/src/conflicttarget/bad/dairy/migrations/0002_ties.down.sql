DROP TABLE cheese_cellars;
DROP INDEX cheese_awards_dairy;
CREATE UNIQUE INDEX cheese_awards_year ON cheese_awards (year, sort);
