-- Whatever was uploaded over a confirmed document lay in storage for good. From now on it goes when the link has ended; those
-- confirmed before are looked at once, spread over a day.
update documents set next_check_at = now() + random() * interval '1 day'
where status = 'Confirmed' and erased_at is null and next_check_at is null;
