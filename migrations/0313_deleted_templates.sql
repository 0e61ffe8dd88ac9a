-- A template that was deleted makes nothing any more; its versions that have made something stay for the reprints of receipts.
alter table document_templates add column deleted_at timestamptz;
