-- What the caller was told as request_id. Requests that share a row have an id each: this is that of the last one. Null: older rows.
alter table token_requests add column last_request_id uuid;
-- Requests of one row break the same rule; the times that were seen are those of the last one.
grant update (last_request_id, reason) on token_requests to onboarding_identity;
