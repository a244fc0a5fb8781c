//! Commands on the games and on one position: `games`, `perft`, `moves` and `explain`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use centaur::letters::Letters;
use centaur::text;
use rules::{Position, perft, san, uci, variants};

/// One game a line: key, tab, name.
pub(super) fn games(output: &mut impl Write) -> Result<()> {
    for variant in variants::ALL {
        writeln!(output, "{}\t{}", variant.key, variant.name)?;
    }
    Ok(())
}

/// The number of ways to play this many plies; with `divide` also below each first move.
pub(super) fn count(position: &Position, depth: u32, divide: bool, output: &mut impl Write) -> Result<()> {
    if !divide {
        writeln!(output, "{}", perft(position, depth))?;
        return Ok(());
    }
    let mut total = 0;
    if let Some(rest) = depth.checked_sub(1) {
        let mut moves: Vec<_> =
            position.legal_moves().into_iter().map(|legal| (uci::print(position, legal), legal)).collect();
        moves.sort();
        for (text, legal) in moves {
            let nodes = perft(&position.after(legal), rest);
            writeln!(output, "{text} {nodes}")?;
            // Deep counts take long: each line is shown as soon as it is known.
            output.flush()?;
            total += nodes;
        }
    } else {
        total = perft(position, 0);
    }
    writeln!(output, "\n{total}")?;
    Ok(())
}

/// One legal move a line, sorted: coordinate form, tab, algebraic notation.
pub(super) fn moves(position: &Position, output: &mut impl Write) -> Result<()> {
    let mut lines: Vec<String> = san::print_all(position)
        .into_iter()
        .map(|(legal, san)| format!("{}\t{san}", uci::print(position, legal)))
        .collect();
    lines.sort();
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// What is wrong with a move, in words, as a failure; or its algebraic notation.
pub(super) fn explain(position: &Position, typed: &str, output: &mut impl Write) -> Result<ExitCode> {
    match rules::explain(position, typed) {
        Ok(legal) => {
            writeln!(output, "{}", san::print(position, legal))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(objection) => {
            writeln!(
                output,
                "{}",
                text::objection(None, position, typed, &objection, Letters::English).to_string().trim_end()
            )?;
            Ok(ExitCode::FAILURE)
        }
    }
}
