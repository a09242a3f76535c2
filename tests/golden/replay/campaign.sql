-- What `harrier gen` would leave of two failures of examples/shelf.
pragma application_id = 1214345842;
pragma user_version = 4;
create table failures (id integer primary key, cause text not null unique, class text not null, way text not null,
  operation text not null, summary text not null, reasons text not null, sequence text not null,
  original text not null, neighbour text, difference text, report text, idiom text, property text, contract text,
  confirmed integer not null, seen integer not null, at real not null);
insert into failures (cause, class, way, operation, summary, reasons, sequence, original, confirmed, seen, at)
values
  ('null|shelf_size', 'likely', 'null', 'shelf_size', 'null-dereference in shelf_size', '',
   'size = shelf_size(NULL)' || char(10), '', 1, 1, 0.5),
  ('leak|shelf_putf', 'certain', 'leak', 'shelf_putf', 'what shelf_putf allocates is lost', '',
   's = shelf_new(NULL)' || char(10) || 'refused = shelf_putf(s, "", "text")' || char(10) || 'shelf_free(s)' || char(10),
   '', 1, 1, 0.5);
