//! The arguments of `live`.

use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LiveArgs {
    /// The scenario that is shown, or the folder whose scenarios are offered [default: this folder]. The page reads
    /// and writes files below that folder alone; the scenarios that come with fray are offered, too.
    #[arg(value_name = "SCENARIO|FOLDER")]
    pub(crate) path: Option<PathBuf>,
    /// The address to listen on. Whoever reaches another one than the default and knows the token in the page's
    /// address can read and write the files of the folder.
    #[arg(long, default_value = "127.0.0.1", value_name = "IP")]
    pub(crate) listen: IpAddr,
    /// The port [default: 7878, or a free one].
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Only print the address: open no browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Begin with the changes of a link: what stands in it behind the `#`.
    #[arg(long, value_name = "CODE")]
    pub(crate) changes: Option<String>,
    /// The number of threads; 0 is one for each core. The results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
}
