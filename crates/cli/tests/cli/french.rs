//! Mistakes, told in French: nothing of ours stays English.

use crate::harness::{Folder, Output, galet, galet_reading, program, said};

/// Words that a French sentence of ours never has. Names of commands, options and values may.
const ENGLISH: &[&str] = &[
    "error",
    "warning",
    "the",
    "is",
    "are",
    "not",
    "cannot",
    "no",
    "there",
    "of",
    "for",
    "with",
    "this",
    "that",
    "invalid",
    "value",
    "required",
    "unexpected",
    "found",
    "tip",
    "similar",
    "exists",
    "more",
    "try",
    "values",
    "wrong",
    "file",
    "read",
    "write",
    "it",
    "has",
    "must",
    "from",
    "to",
    "an",
    "unrecognized",
    "subcommand",
    "provided",
    "following",
    "were",
    "used",
];

/// It failed, and said so in French.
#[track_caller]
fn in_french(said: &Output, code: i32, messages: &[&str]) {
    assert_eq!(said.code, Some(code), "{said:?}");
    assert!(said.err.starts_with("erreur\u{a0}: "), "{said:?}");
    // What follows the usage repeats names of options and values.
    let ours = said.err.split("\nUsage").next().unwrap_or_default();
    let ours = ours.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join("\n");
    for word in ours.split(|c: char| !c.is_alphanumeric() && !"-'’<>/._=".contains(c)) {
        let quoted = ours.contains(&format!("«\u{a0}{word}\u{a0}»"));
        assert!(quoted || !ENGLISH.contains(&word), "{word:?} in {said:?}");
    }
    for message in messages {
        assert!(said.err.contains(message), "{message:?} is not said: {said:?}");
    }
}

fn french(args: &[&str]) -> Output {
    galet(&[&["--lang", "fr"], args].concat())
}

#[test]
fn wrong_command_lines_are_told_in_french() {
    for (args, message) in [
        (&["dance"][..], "il n’y a pas de commande «\u{a0}dance\u{a0}»"),
        (&["shw"], "show"),
        (&["show"], "il manque"),
        (&["show", "abalone", "--nothing"], "inattendu"),
        (&["show", "abalone", "--widht", "90"], "--width"),
        (&["show", "abalone", "extra"], "inattendu"),
        (&["show", "abalone", "--option", "x"], "clé=valeur"),
        (&["show", "abalone", "--fen"], "a besoin d’une valeur"),
        (&["show", "abalone", "--json", "--say"], "ne va pas avec"),
        (&["show", "abalone", "--theme", "dark"], "il manque"),
        (&["show", "abalone", "--svg", "-", "--theme", "pink"], "valeurs possibles"),
        (&["show", "abalone", "--svg", "-", "--width", "0"], "de 16 à 16384"),
        (&["show", "abalone", "--text", "--text"], "plusieurs fois"),
        (&["perft", "abalone", "-1"], ""),
        (&["perft", "abalone", "41"], "de 0 à 40"),
        (&["perft", "abalone", "two"], "nombre entier"),
        (&["perft", "abalone", "99999999999999999999"], ""),
        (&["moves", "abalone", "--limit", "-5"], ""),
        (&["play", "abalone", "--level", "eleven"], "de 1 (facile) à 9, expert-1"),
        (&["play", "abalone", "--clock", "long"], "10m"),
        (&["play", "abalone", "--against", "cat"], "valeurs possibles"),
        (&["analyse", "x.pgn", "--time", "soon"], "500ms"),
        (&["convert", "x.pgn", "--from", "doc"], "les formes sont"),
        (&["convert", "x.pgn", "--game", "chess"], "n’existe pas"),
        (&["serve", "--host", "nowhere"], "adresse IP"),
        (&["serve", "--port", "70000"], ""),
        (&["serve", "--origin", "x"], "--name"),
        (
            &["arena", "--game", "abalone", "--first", "me", "--second", "greedy"],
            "n’est pas un joueur",
        ),
        (&["arena", "--game", "abalone", "--first", "level:11", "--second", "greedy"], "facile"),
        (&["arena", "--game", "abalone", "--first", "full", "--second", "greedy"], "borne"),
        (&["arena", "--game", "abalone", "--grace", "x"], "un temps s’écrit"),
        (&["tune", "abalone", "--nodes", "x"], "3000 ou 3k"),
        (&["datagen", "play"], "il manque"),
        (&["solve", "chess"], "valeurs possibles"),
        (&["solve", "qawale", "--shard", "9"], "2/4"),
        (&["engine-test"], "il manque"),
        (&["backup"], "il manque"),
        (&["move-data", "--from", "x"], "il manque"),
    ] {
        in_french(&french(args), 2, &[message]);
    }
}

#[test]
fn wrong_input_is_told_in_french() {
    let folder = Folder::new("french");
    let text = folder.write("text.pgn", "[Game \"chess\"]\n\n1. e4 *\n");
    let empty = folder.write("empty.pgn", "");
    let data = folder.path("data");
    let missing = folder.path("missing.pgn");
    for (args, code, message) in [
        (&["show", "chess"][..], 1, "n’existe pas"),
        (&["play", "chess"], 1, "n’existe pas"),
        (&["perft", "chess", "2"], 1, "n’existe pas"),
        (&["engine", "--game", "chess"], 1, "n’existe pas"),
        (&["show", "abalone", "--setup", "belgian"], 1, "vouliez-vous dire"),
        (&["show", "qawale", "--option", "pebbles=99"], 1, "un nombre de 1 à 10"),
        (&["show", "qawale", "--option", "pebble=3"], 1, "pas d’option"),
        (&["show", "qawale", "--fen", "x"], 1, "la position est fausse\u{a0}: "),
        (&["show", "avalam", "--fen", "?"], 1, "la position est fausse\u{a0}: "),
        (&["show", "abalone", "--fen", "?"], 1, "la position est fausse\u{a0}: "),
        (&["show", "abalone", "--moves", "z9z9"], 1, "le coup 1 n’est pas jouable\u{a0}: "),
        (&["show", "avalam", "--moves", "a1a1"], 1, "le coup 1 n’est pas jouable\u{a0}: "),
        (&["show", "qawale", "--moves", "z9z9"], 1, "le coup 1 n’est pas jouable\u{a0}: "),
        (&["show", "abalone", "--png", "-", "--width", "9000"], 1, "pixels de côté"),
        (&["show", "abalone", "--svg", "/nowhere/x.svg"], 3, "impossible d’écrire /nowhere/x.svg"),
        (&["check", &missing], 3, "impossible de lire"),
        (&["convert", &missing], 3, "introuvable"),
        (&["convert", &text], 1, "n’existe pas"),
        (&["analyse", &empty], 1, "il n’y a pas de partie dans ce fichier"),
        (&["backup", &text], 1, "pas de base de données"),
        (&["backup", &missing, "--data", &data], 1, "pas de base de données"),
        (&["check-data", "--data", &data], 1, "pas de base de données"),
        (&["check-data", "--database", "mysql://secret"], 1, "pas l’adresse d’une base de données"),
        (&["serve", "--port", "0", "--database", "x"], 1, "pas l’adresse d’une base de données"),
        (&["move-data", "--from", &data, "--to", &missing], 1, "pas de base de données"),
        (&["move-data", "--from", &data, "--to", &data], 1, "sont les mêmes"),
        (&["play", "abalone", "--clock", "5m"], 1, "la pendule demande tout l’écran"),
        (&["play", "abalone", "--against", "person", "--level", "3"], 1, "contre l’ordinateur"),
        (&["verify", "qawale", &text], 1, "ce n’est pas un certificat"),
        (&["solve", "qawale", "--fen", "x", "--journal", &missing], 1, "la position est fausse"),
        (&["datagen", "check", &text], 1, "ce n’est pas un fichier de parties"),
        (&["engine-test", "--", "/nowhere/engine"], 3, "impossible de lancer"),
        (&["engine-test", "--script", &missing, "--", "true"], 3, "impossible de lire"),
    ] {
        in_french(&french(args), code, &[message]);
    }
    in_french(
        &galet_reading(&["play", "qawale", "--lang", "fr"], b"z9z9\n"),
        1,
        &["1 ligne a été refusée"],
    );
    // What is listed is told on the standard output.
    let checked = french(&["check", &text, &empty]);
    assert_eq!(checked.code, Some(1));
    assert!(checked.out.contains("n’existe pas") && checked.out.contains("fausses"), "{checked:?}");
}

#[test]
fn the_environment_decides_when_nothing_is_said() {
    for args in [&["dance"][..], &["show", "chess"]] {
        let mut french = program();
        french.env("LANG", "fr_FR.UTF-8").args(args);
        assert!(said(&mut french, b"").err.starts_with("erreur\u{a0}: "));
        let mut english = program();
        english.env("LANG", "fr_FR.UTF-8").args(args).args(["--lang", "en"]);
        assert!(said(&mut english, b"").err.starts_with("error: "));
    }
    // A line that asks for a language that nobody speaks is told in the one of the environment.
    assert!(galet(&["show", "abalone", "--lang", "de"]).err.starts_with("error: "));
}
