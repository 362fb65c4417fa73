//! The guarantees of every store, tested with the embedded file and with a PostgreSQL server that
//! the test starts.
#![expect(clippy::unwrap_used, reason = "in a test that is how it fails")]
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of `Transaction<'_>` is a function of one lifetime only"
)]

mod bucket;
#[cfg(unix)]
mod faults;
mod generated;
#[cfg(unix)]
mod moving;
mod postgres;
#[cfg(unix)]
mod proxy;
mod server;
mod signed;
mod suite;
#[cfg(unix)]
mod tls;
mod together;
mod written;

use tagbridge_store::{Sqlite, Store};

macro_rules! suite {
    ($($file:ident { $($name:ident)+ })+) => {
        mod sqlite {
            $($(
                #[test]
                fn $name() {
                    let folder = tempfile::tempdir().unwrap();
                    super::$file::$name(&super::Store::on(super::Sqlite::open(folder.path()).unwrap()));
                }
            )+)+
        }

        /// All on one server, because its start takes longer than the tests.
        const PROMISES: &[(&str, fn(&Store))] = &[$($((stringify!($name), $file::$name)),+),+];
    };
}

suite! {
    suite {
        what_fails_leaves_no_trace
        keys_belong_to_an_organization_and_end_once
        the_audit_log_keeps_the_newest_of_each_organization
        the_list_of_projects_has_pages
        an_archived_project_is_in_another_list_and_a_deleted_one_in_none
        the_last_version_is_current
        a_files_users_are_versions_and_jobs
        a_stream_comes_back_as_it_was_saved
        what_is_stored_of_a_stream_is_kept_as_runs
        the_live_view_is_the_same_in_whatever_order_snapshots_come
        a_complete_snapshot_drops_what_it_does_not_carry
        the_newest_entries_of_a_tag_are_kept
        a_tag_that_is_no_more_is_forgotten
        a_requested_name_keeps_its_place_until_it_expires
        a_write_runs_under_a_lease_and_is_remembered
        what_is_remembered_for_long_enough_leaves
        a_job_is_taken_by_one_worker_until_its_lease_ends
        a_turn_ends_once_and_belongs_to_its_write
        events_are_read_from_any_of_them_on_and_leave_in_time
    }
    generated {
        an_export_ends_once_and_is_kept_for_a_time
        a_version_has_one_run_at_a_time
        results_are_kept_of_the_last_versions_and_runs
        what_is_made_of_a_deleted_project_goes_with_it
        a_new_project_has_no_name_of_one_that_is_deleted
    }
    together {
        who_works_says_so_again_and_again
        parts_are_kept_until_the_last_has_come
    }
    signed {
        secrets_come_newest_first_until_they_are_forgotten
        what_came_by_a_link_is_taken_once_and_belongs_to_an_organization
        an_organization_pays_as_was_set_last
        a_code_is_good_for_so_many_keys_until_it_is_revoked
    }
}
