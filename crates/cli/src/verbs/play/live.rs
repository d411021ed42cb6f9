//! `fray live`: the page on which a scenario is changed and its results follow.

use std::net::IpAddr;

use fray_live::{Options, Unsaved, serve};

use crate::args::LiveArgs;
use crate::exit::{Exit, Failure, print, report};
use crate::service::{Keeps, on_interrupt};
use crate::shell_command::quoted;
use crate::verbs::play::new;

pub(crate) fn run(args: &LiveArgs) -> Result<Exit, Failure> {
    let stop = on_interrupt(Keeps::Files)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let program = std::env::current_exe()
        .map_err(|error| Failure::Because(Exit::Output, format!("cannot find this program: {error}")))?;
    let changes = args.changes.as_deref().map(|code| code.trim_start_matches('#').to_owned());
    if changes
        .as_ref()
        .is_some_and(|code| !code.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it)))
    {
        return Err(Failure::usage("--changes: expected the letters behind the `#` of a link"));
    }
    if !args.listen.is_loopback() {
        report(format_args!("warning: {}", reach(args.listen)));
    }
    let options = Options {
        path: args.path.clone(),
        listen: args.listen,
        port: args.port,
        threads: if args.threads == 0 { cores } else { args.threads.into() },
        changes,
        program,
        first: new::scenario,
    };
    let mut said = Ok(());
    let served = serve(options, &stop, |address| {
        said = print(&format!("{address}\n"));
        report("the page is at this address until Ctrl-C");
        if !args.no_open
            && let Err(error) = open::that_detached(address)
        {
            report(format_args!("warning: no browser was opened: {error}"));
        }
    });
    said?;
    let of = args.path.as_deref().map_or_else(|| "this folder".to_owned(), |path| path.display().to_string());
    let unsaved = served.map_err(|error| {
        let exit =
            if error.kind() == std::io::ErrorKind::NotFound { Exit::BadScenario } else { Exit::Output };
        Failure::Because(exit, format!("{of}: {error}"))
    })?;
    unsaved.iter().for_each(|it| report(not_saved(it)));
    Ok(Exit::Interrupted)
}

/// Returns who can reach an address.
fn reach(ip: IpAddr) -> String {
    format!(
        "other machines can reach {ip}; whoever knows the address of the page can change the files of the folder"
    )
}

/// Returns the message about changes that are lost if nobody writes them down.
fn not_saved(Unsaved { path, changes, sets, is_edited }: &Unsaved) -> String {
    let n = if *changes == 1 { "1 change".to_owned() } else { format!("{changes} changes") };
    let path = path.display().to_string();
    let mut text = format!("not saved: {n} of {path}");
    if !sets.is_empty() {
        let sets: String = sets.iter().map(|set| format!(" --set {}", quoted(set))).collect();
        text += &format!(": fray run {}{sets}", quoted(&path));
    }
    if *is_edited {
        text += "; its text was edited: the browser keeps it for the page's next start";
    }
    text
}
