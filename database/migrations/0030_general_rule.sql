-- Whether the number was judged by a general rule, because we held none of the country that issued the document.
alter table identities add column general_rule boolean not null default false;
grant select (general_rule) on identities to onboarding_worker;
