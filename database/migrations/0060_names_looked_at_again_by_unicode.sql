-- Names are compared and screened with every form of a letter read as that letter: strokes, small capitals, filled circles, marks
-- around it. Every business with a name or a registration number beyond ASCII is looked at again, so that its fingerprint is that of
-- the names to come. Whom the provider would be asked about in the same words as before, it is not asked about. Not at once: until
-- then the processes of the release before, which read them as they did, have ended.
with renamed as (
  select c.partner_id, c.customer_id from customers c
  where octet_length(concat(c.company_name, c.trading_name, c.registration_number))
    <> char_length(concat(c.company_name, c.trading_name, c.registration_number))
  union
  select p.partner_id, p.customer_id from people p
  where octet_length(p.first_name || p.last_name) <> char_length(p.first_name || p.last_name)
)
update reviews r set flags_due_at = now() + interval '10 minutes', screening_due_at = now() + interval '10 minutes',
  screening_tries = 0, screening_since = coalesce(r.screening_since, now() + interval '10 minutes')
from renamed n where r.partner_id = n.partner_id and r.customer_id = n.customer_id;
