-- Our analysts search the businesses of all partners by the terms that partners' people search their own by.
create policy staff_reads on customer_terms for select to onboarding_staff using (true);
grant select on customer_terms to onboarding_staff;
grant execute on function search_text(text), search_words(text), search_terms(text, text, text, text) to onboarding_staff;
