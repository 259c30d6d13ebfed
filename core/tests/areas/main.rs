//! The areas of the library against a store in memory: one program, so that the database is linked once.
#![recursion_limit = "256"]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod accepted_imports;
mod account_limits;
mod account_security;
mod accounts;
mod admission;
mod alike;
mod analytics;
mod attempts;
mod audit;
mod backup;
mod bank_check;
mod bank_memory;
mod catalogue;
mod catalogue_file;
mod changes;
mod choices;
mod clock;
mod counters;
mod editing;
mod forecast;
mod formats;
mod grading;
mod holders;
mod import;
mod inbox;
mod lists;
mod mail_queue;
mod mistakes;
mod names;
mod payments;
mod pictures;
mod privacy;
mod register;
mod registration;
mod rekey;
mod reports;
mod results;
mod second_factor;
mod seed;
mod statistics;
mod support;
mod timing;
mod today;
mod visitors;
