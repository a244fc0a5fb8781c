//! The `centaur` program: reads the command line and wires the rest.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    let mut output = io::BufWriter::new(io::stdout().lock());
    let outcome = cli::run(arguments, &mut output).and_then(|status| {
        output.flush()?;
        Ok(status)
    });
    match outcome {
        Ok(status) => status,
        // Whoever reads our output has seen enough, as `head` has.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done when even this can't be written.
            let _ = writeln!(io::stderr(), "centaur: {error:#}");
            cli::status::of(&error)
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
