//! What each command does, in order.

use std::ffi::OsString;
use std::path::Path;

use crate::Outcome;
use crate::apt;
use crate::wasm::Wasm;
use crate::web::Web;

/// One thing to do.
pub(crate) struct Step<'a> {
    pub(crate) title: &'static str,
    pub(crate) work: Work<'a>,
}

/// How it is done.
pub(crate) enum Work<'a> {
    /// By cargo, in the root of the checkout.
    Cargo { arguments: Vec<&'a str>, environment: Vec<(&'static str, OsString)> },
    /// By a function of ours.
    Own(Box<dyn FnOnce() -> Outcome + 'a>),
}

impl<'a> Step<'a> {
    /// A line of cargo, its words parted by spaces.
    fn cargo(title: &'static str, line: &'static str) -> Self {
        let arguments = line.split(' ').collect();
        Step { title, work: Work::Cargo { arguments, environment: Vec::new() } }
    }

    fn own(title: &'static str, work: impl FnOnce() -> Outcome + 'a) -> Self {
        Step { title, work: Work::Own(Box::new(work)) }
    }

    /// What takes long and needs nothing of the steps before it: begins at once, and is waited for in its
    /// place. If a step before it fails, it ends by itself.
    fn beside(title: &'static str, work: impl FnOnce() -> Outcome + Send + 'static) -> Self {
        let begun = std::thread::spawn(work);
        let failed = move |_| Err(format!("{title}: it ended in the midst"));
        Step::own(title, move || begun.join().unwrap_or_else(failed))
    }

    /// The same with a variable in the environment of cargo.
    fn with(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        if let Work::Cargo { environment, .. } = &mut self.work {
            environment.push((name, value.into()));
        }
        self
    }

    /// The same with what the caller of the command has added.
    fn and(mut self, options: &[&'a str]) -> Self {
        if let Work::Cargo { arguments, .. } = &mut self.work {
            arguments.extend(options);
        }
        self
    }
}

/// Quick ones first: who has forgotten a comma should not wait for the browser.
pub(crate) fn test<'a>(web: &'a Web, wasm: &'a Wasm) -> Outcome<Vec<Step<'a>>> {
    // Made on one core for the most part; the checks of the web app need one, too.
    let made = wasm.clone();
    let module = Step::beside(MODULE, move || made.module().map(drop));
    // They wait for the network for the most part.
    let servers = Step::beside("strace, PostgreSQL and NATS, for the tests", apt::fetch_for_tests);
    let quick = vec![
        Step::cargo("format", "fmt --all --check"),
        Step::own("format of the web app", || web.script("format:check")),
        Step::own("types of the web app", || web.script("check")),
        Step::own("lints of the web app", || web.script("lint")),
        Step::own("unit tests of the web app", || web.script("unit")),
        // Types are all there is to see: the targets are one line each, and libFuzzer itself,
        // which needs a C++ compiler, is a feature that stays off. Their lock file names our own
        // crates, too, and follows them by itself; the versions of others it keeps.
        Step::cargo(
            "fuzz targets",
            "check --manifest-path fuzz/Cargo.toml --no-default-features \
             --target-dir target/fuzz",
        ),
    ];
    let hint = wasm.hint()?;
    // Everything from here on builds the program, with the module in it: once.
    let long = vec![
        Step::cargo(
            "lints, warnings denied",
            "clippy --workspace --all-targets --features galet-house-tests/sample,galet/cluster \
             --locked -- -D warnings",
        ),
        // The workspace as a whole switches on every feature; library users do not.
        Step::cargo(
            "the rules alone, as libraries",
            "clippy --package galet-core --package galet-abalone --package galet-avalam \
             --package galet-qawale --locked -- -D warnings",
        ),
        Step::cargo(
            "documentation, warnings denied",
            "doc --workspace --no-deps --features galet/cluster --locked",
        )
        .with("RUSTDOCFLAGS", "-D warnings"),
        // Checked, not linked: what could differ without the web app are types and names.
        Step::cargo(
            "the program without the web app",
            "check --package galet --no-default-features --locked",
        ),
        servers,
        // Benches are linted above; running them is for who measures.
        Step::own("tests, examples in the documentation", move || {
            crate::programs::run(hint.as_ref().map(|(name, path)| (*name, path.as_path())))
        }),
        // On its own: a feature that one package asks for is on for all that a command names.
        Step::cargo(
            "the sample game in the house",
            "test --package galet-house-tests --features sample --locked",
        ),
        wasm_checks(wasm),
        Step::own("weight of the first page", || web.script("size")),
        site_for_tests(wasm),
        Step::own("tests in a real browser", || web.browse()),
    ];
    Ok(quick.into_iter().chain([module]).chain(packing(wasm, long)?).collect())
}

/// The module, and steps of cargo that pack it where they build the program.
fn with_module<'a>(wasm: &'a Wasm, steps: Vec<Step<'a>>) -> Outcome<Vec<Step<'a>>> {
    Ok([module(wasm)].into_iter().chain(packing(wasm, steps)?).collect())
}

/// Steps of cargo, told where the module lies.
fn packing<'a>(wasm: &Wasm, steps: Vec<Step<'a>>) -> Outcome<Vec<Step<'a>>> {
    let hint = wasm.hint()?;
    let told = |step: Step<'a>| match &hint {
        Some((name, path)) => step.with(name, path),
        None => step,
    };
    Ok(steps.into_iter().map(told).collect())
}

const MODULE: &str = "the module that answers without a server";

fn module(wasm: &Wasm) -> Step<'_> {
    Step::own(MODULE, || wasm.module().map(drop))
}

fn wasm_checks(wasm: &Wasm) -> Step<'_> {
    Step::own("the module in Node, beside the same here", || wasm.check())
}

/// The features are those of the whole workspace, as in the tests: nothing is compiled twice.
pub(crate) fn wasm(wasm: &Wasm) -> Vec<Step<'_>> {
    let answers = Step::cargo(
        "the same here",
        "build --workspace --features galet/cluster --example answers --example transcript --locked",
    );
    vec![module(wasm), answers, wasm_checks(wasm)]
}

pub(crate) fn wasm_speed(wasm: &Wasm) -> Vec<Step<'_>> {
    let answers = Step::cargo(
        "the same here",
        "build --release --package galet-door-wasm --example answers --locked",
    );
    vec![module(wasm), answers, Step::own("speed", || wasm.speed())]
}

/// The app was built with the program.
fn site_for_tests(wasm: &Wasm) -> Step<'_> {
    Step::own("the web app as a folder of files", || {
        crate::site::write(&crate::site::for_tests()?, wasm)
    })
}

pub(crate) fn site<'a>(web: &'a Web, wasm: &'a Wasm, folder: &'a Path) -> Vec<Step<'a>> {
    vec![
        module(wasm),
        Step::own("the web app", || web.script("build")),
        Step::own("the web app as a folder of files", || crate::site::write(folder, wasm)),
    ]
}

pub(crate) fn pictures<'a>(web: &'a Web, wasm: &'a Wasm) -> Outcome<Vec<Step<'a>>> {
    let steps = vec![
        Step::cargo("pictures", "test --package galet --test pictures --locked")
            .with("GALET_REWRITE", "1"),
        site_for_tests(wasm),
        Step::own("screenshots", || web.photograph()),
    ];
    with_module(wasm, steps)
}

pub(crate) fn sheets<'a>(web: &'a Web, wasm: &'a Wasm) -> Outcome<Vec<Step<'a>>> {
    let steps = vec![
        Step::cargo("the program", "build --package galet --locked"),
        Step::own("contact sheets", || web.sheets()),
    ];
    with_module(wasm, steps)
}

pub(crate) fn far_away<'a>(web: &'a Web, wasm: &'a Wasm) -> Outcome<Vec<Step<'a>>> {
    let steps = vec![
        Step::cargo("the program", "build --package galet --locked"),
        Step::own("a friend's table, far from the server", || web.far_away()),
    ];
    with_module(wasm, steps)
}

pub(crate) fn latency<'a>(options: &[&'a str]) -> Vec<Step<'a>> {
    vec![
        Step::cargo("the program and its visitors", PROGRAM_AND_VISITORS),
        Step::cargo(
            "latency",
            "run --release --package galet-test-client --bin latency --locked --",
        )
        .and(options),
    ]
}

pub(crate) fn load<'a>(options: &[&'a str]) -> Vec<Step<'a>> {
    let mut program = Step::cargo("the program and its visitors", PROGRAM_AND_VISITORS);
    if needs_cluster(options) {
        program = program.and(&["--features", "galet/cluster"]);
    }
    vec![
        program,
        Step::cargo("load", "run --release --package galet-test-client --bin load --locked --")
            .and(options),
    ]
}

/// Whether a load is for more than one program with one file.
pub(crate) fn needs_cluster(options: &[&str]) -> bool {
    options.iter().any(|option| ["--cluster", "--stored"].contains(option))
}

pub(crate) fn matches<'a>() -> Vec<Step<'a>> {
    let table = "test --package galet-arena --test journal --locked the_table_in_the_docs";
    vec![Step::cargo("the table of matches", table).with("GALET_REWRITE", "1")]
}

pub(crate) fn siege<'a>(options: &[&'a str]) -> Vec<Step<'a>> {
    vec![
        Step::cargo(
            "the program and its besiegers",
            "build --release --package galet --package galet-siege --locked",
        ),
        Step::cargo("siege", "run --release --package galet-siege --locked --").and(options),
    ]
}

pub(crate) fn cluster<'a>(options: &[&'a str]) -> Vec<Step<'a>> {
    vec![
        Step::cargo(
            "the program and whoever breaks things",
            "build --release --package galet --package galet-cluster --features galet/cluster --locked",
        ),
        Step::cargo("faults", "run --release --package galet-cluster --bin cluster --locked --")
            .and(options),
    ]
}

pub(crate) fn cluster_browser<'a>(web: &'a Web, wasm: &'a Wasm) -> Outcome<Vec<Step<'a>>> {
    let steps = vec![
        Step::cargo(
            "the program, for several machines",
            "build --package galet --package galet-cluster --features galet/cluster --locked",
        ),
        site_for_tests(wasm),
        Step::own("tests in a real browser, against three nodes", || web.browse_cluster()),
    ];
    with_module(wasm, steps)
}

const PROGRAM_AND_VISITORS: &str =
    "build --release --package galet --package galet-test-client --locked";
