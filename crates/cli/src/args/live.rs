//! The arguments of `live`.

use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LiveArgs {
    /// The scenario to show, or the folder whose scenarios are offered [default: this folder]. The page reads and
    /// writes files below that folder only; the scenarios that come with fray are offered, too.
    #[arg(value_name = "SCENARIO|FOLDER")]
    pub(crate) path: Option<PathBuf>,
    /// The address to listen on. With any other than the default, whoever can reach it and knows the token in the
    /// page's address can read and write the files of the folder.
    #[arg(long, default_value = "127.0.0.1", value_name = "IP")]
    pub(crate) listen: IpAddr,
    /// The port [default: 7878, or a free one].
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Print the address only; do not open a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Start with the changes of a shared link: the part after its `#`.
    #[arg(long, value_name = "CODE")]
    pub(crate) changes: Option<String>,
    /// The number of threads; 0 means one per core. Results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
}
