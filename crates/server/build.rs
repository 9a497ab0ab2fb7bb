//! Builds the web app when it is missing or older than its sources, and packs it for the binary, with the
//! module that answers a page without a server where that can be made.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};

#[cfg(feature = "web")]
#[path = "src/packing.rs"]
mod packing;

type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/packing.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?).join("web.rs");
    #[cfg(feature = "web")]
    return with_web::pack(&out);
    #[cfg(not(feature = "web"))]
    return without_web(&out);
}

#[cfg(not(feature = "web"))]
fn without_web(out: &Path) -> Done {
    Ok(std::fs::write(out, "static FILES: &[File] = &[];\n")?)
}

#[cfg(feature = "web")]
mod with_web {
    use super::{Done, Error, Path, PathBuf, door, env, packing};
    use std::fmt::Write as _;
    use std::fs;
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::io::Write as _;
    use std::process::Command;
    use std::time::SystemTime;

    /// What the web app is made of, in its folder. Tests and scripts do not change it.
    const SOURCES: [&str; 7] = [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "svelte.config.js",
        "vite.config.ts",
    ];

    /// A tenth larger, a tenth of the time: for large files of a program that only its developers run. The
    /// module and a network together take half a minute otherwise.
    const QUICK: i32 = 9;
    const LARGE: usize = 200_000;

    pub(super) fn pack(out: &Path) -> Done {
        let web = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web").canonicalize()?;
        for source in SOURCES.map(|name| web.join(name)) {
            println!("cargo:rerun-if-changed={}", source.display());
        }
        let dist = web.join("dist");
        if is_stale(&web, &dist)? {
            build(&web)?;
        }
        let mut files = galet_seal::read(&dist)?;
        files.extend(door::files()?.into_iter().map(|file| (file.path, file.bytes)));
        let page = files.get_mut(galet_seal::PAGE).ok_or("the web app has no page")?;
        *page = packing::served_page(std::str::from_utf8(page)?).into_bytes();
        galet_seal::seal(&mut files)?;
        let packed = PathBuf::from(env::var("OUT_DIR")?).join("packed");
        if packed.exists() {
            fs::remove_dir_all(&packed)?;
        }
        fs::create_dir_all(&packed)?;
        let mut code = String::from("static FILES: &[File] = &[\n");
        for (number, (path, bytes)) in files.iter().enumerate() {
            write_file(&mut code, path, bytes, &packed.join(number.to_string()))?;
        }
        code.push_str("];\n");
        Ok(fs::write(out, code)?)
    }

    fn is_stale(web: &Path, dist: &Path) -> Result<bool, Box<dyn Error>> {
        let Ok(built) = fs::metadata(dist.join("index.html")).and_then(|m| m.modified()) else {
            return Ok(true);
        };
        for source in SOURCES {
            if newest(&web.join(source))?.is_some_and(|changed| changed > built) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// When something in a file or folder last changed.
    fn newest(path: &Path) -> Result<Option<SystemTime>, Box<dyn Error>> {
        let Ok(metadata) = fs::metadata(path) else { return Ok(None) };
        let mut newest = Some(metadata.modified()?);
        if metadata.is_dir() {
            for entry in fs::read_dir(path)? {
                newest = newest.max(self::newest(&entry?.path())?);
            }
        }
        Ok(newest)
    }

    fn build(web: &Path) -> Done {
        const ADVICE: &str = "install Node 20.19 or newer with npm (https://nodejs.org), or build \
                              without the web app: cargo build --release --no-default-features";
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        // Other people's packages may still be there from last time.
        let installed = fs::metadata(web.join("node_modules/.package-lock.json"))
            .and_then(|m| m.modified())
            .ok();
        let wanted = fs::metadata(web.join("package-lock.json")).and_then(|m| m.modified()).ok();
        let mut steps = vec![vec!["run", "build"]];
        if installed.is_none() || installed < wanted {
            steps.insert(0, vec!["ci", "--no-audit", "--no-fund"]);
        }
        for step in steps {
            let output = Command::new(npm).args(&step).current_dir(web).output();
            let output = output.map_err(|error| {
                format!("the web app cannot be built: cannot run npm ({error}); {ADVICE}")
            })?;
            if !output.status.success() {
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said).into_owned();
                let step = step.join(" ");
                return Err(format!("`npm {step}` failed in web/:\n{said}\n({ADVICE})").into());
            }
        }
        Ok(())
    }

    /// Writes the forms in which a file is sent, and the line of code that holds them.
    fn write_file(code: &mut String, path: &str, bytes: &[u8], stem: &Path) -> Done {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(bytes)?;
        let gzip = gzip.finish()?;
        let mut small = Vec::new();
        let mut parameters = brotli::enc::BrotliEncoderParams::default();
        if bytes.len() > LARGE && env::var("PROFILE")? == "debug" {
            parameters.quality = QUICK;
        }
        brotli::BrotliCompress(&mut &bytes[..], &mut small, &parameters)?;
        // What does not shrink is sent as it is.
        let worth_it =
            |form: Vec<u8>| if form.len() * 10 < bytes.len() * 9 { form } else { vec![] };
        let mut forms = Vec::new();
        for (suffix, form) in
            [("plain", bytes.to_vec()), ("gz", worth_it(gzip)), ("br", worth_it(small))]
        {
            let file = stem.with_extension(suffix);
            fs::write(&file, form)?;
            forms.push(file);
        }
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let immutable = packing::is_hashed(path);
        writeln!(
            code,
            "    File {{ path: {path:?}, kind: {:?}, tag: {tag:?}, immutable: {immutable}, \
             plain: include_bytes!({:?}), gzip: include_bytes!({:?}), \
             brotli: include_bytes!({:?}) }},",
            kind(path),
            forms[0],
            forms[1],
            forms[2],
        )?;
        Ok(())
    }

    fn kind(path: &str) -> &'static str {
        match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "json" => "application/json",
            "webmanifest" => "application/manifest+json",
            "png" => "image/png",
            "jpg" | "jpeg" => "image/jpeg",
            "webp" => "image/webp",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "wasm" => "application/wasm",
            "mp3" => "audio/mpeg",
            "ogg" | "opus" => "audio/ogg",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

/// The module that answers a page without a server. The app does without one where it cannot be made.
#[cfg(feature = "web")]
mod door {
    use super::{Error, Path, PathBuf, env};
    use galet_door_build::{ADVICE, Recipe, ServedFile, VARIABLE, components, has_target, served};

    pub(super) fn files() -> Result<Vec<ServedFile>, Box<dyn Error>> {
        println!("cargo:rerun-if-env-changed={VARIABLE}");
        println!("cargo:rerun-if-changed={}", galet_door_build::root().join("nets").display());
        let module = match env::var_os(VARIABLE) {
            Some(path) if path.is_empty() => None,
            // Cargo runs this in the folder of its package.
            Some(path) => Some(galet_door_build::root().join(path)),
            None => build()?,
        };
        if let Some(module) = &module {
            println!("cargo:rerun-if-changed={}", module.display());
        }
        Ok(served(module.as_deref())?)
    }

    /// Makes the module with the compiler that makes everything else, if it can.
    fn build() -> Result<Option<PathBuf>, Box<dyn Error>> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        if !has_target(&rustc) {
            // Whoever takes the advice builds again, and this with it.
            if let Some(list) = components(&rustc) {
                println!("cargo:rerun-if-changed={}", list.display());
            }
            println!(
                "cargo:warning=browsers will leave the thinking to the server: to let them think \
                 themselves, and play without a network, run `{ADVICE}` and build again"
            );
            return Ok(None);
        }
        let recipe = Recipe::new(folder()?);
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let made = recipe.command(cargo).output()?;
        for source in recipe.sources() {
            println!("cargo:rerun-if-changed={}", source.display());
        }
        if made.status.success() {
            return Ok(Some(recipe.module()));
        }
        println!(
            "cargo:warning=browsers will leave the thinking to the server: its module is not made"
        );
        for line in String::from_utf8_lossy(&made.stderr).lines().filter(|l| l.starts_with("error"))
        {
            println!("cargo:warning={line}");
        }
        Ok(None)
    }

    /// A folder of its own beside that of this build, so that the two do not wait for each other.
    fn folder() -> Result<PathBuf, Box<dyn Error>> {
        // target/debug/build/galet-server-…/out
        let out = PathBuf::from(env::var("OUT_DIR")?);
        let target = out.ancestors().nth(4).map(Path::to_owned);
        Ok(target.ok_or("OUT_DIR is in no target folder")?.join("wasm"))
    }
}
