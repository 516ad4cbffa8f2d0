-- Names are compared and screened by what they look like from now on. Those that were stored before may hold what is refused
-- today, or letters of one script among those of another, so every business with a name beyond ASCII is looked at again. Whom
-- the provider would be asked about in the same words as before, it is not asked about.
with renamed as (
  select c.partner_id, c.customer_id from customers c
  where octet_length(c.company_name || coalesce(c.trading_name, '')) <> char_length(c.company_name || coalesce(c.trading_name, ''))
  union
  select p.partner_id, p.customer_id from people p
  where octet_length(p.first_name || p.last_name) <> char_length(p.first_name || p.last_name)
)
update reviews r set flags_due_at = now(), screening_due_at = now(), screening_tries = 0,
  screening_since = coalesce(r.screening_since, now())
from renamed n where r.partner_id = n.partner_id and r.customer_id = n.customer_id;
