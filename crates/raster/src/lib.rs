//! Pictures as PNG, for those who take no SVG: messengers, forums, pages that show what a link
//! leads to.
//!
//! The pictures come from `galet_scene::svg` with its drawn letters: nothing here knows a font, so
//! a picture is the same on every machine, whatever is installed there.
#![forbid(unsafe_code)]

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The text is no SVG.
    #[error("the picture cannot be read: {0}")]
    Unreadable(String),
    /// The picture would be empty, or too large.
    #[error("a picture has from 1 to {MOST} pixels on each side")]
    Size,
    /// The PNG cannot be written.
    #[error("the picture cannot be written: {0}")]
    Unwritable(String),
}

/// The pixels on one side at most: 64 megabytes while it is painted.
pub const MOST: u32 = 4096;

/// A card that a picture is put on, in its middle, as large as fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its colour: red, green, blue.
    pub colour: [u8; 3],
}

/// An SVG document as a PNG of the same size.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let tree = read(svg)?;
    let size = tree.size().to_int_size();
    let mut pixels = pixels(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    write(&pixels)
}

/// An SVG document on a card.
pub fn png_on_card(svg: &str, card: Card) -> Result<Vec<u8>, RasterError> {
    let tree = read(svg)?;
    let mut pixels = pixels(card.width, card.height)?;
    let [red, green, blue] = card.colour;
    pixels.fill(Color::from_rgba8(red, green, blue, 255));
    let (width, height) = (card.width as f32, card.height as f32);
    let size = tree.size();
    let scale = (width / size.width()).min(height / size.height());
    let left = (width - size.width() * scale) / 2.0;
    let top = (height - size.height() * scale) / 2.0;
    let place = Transform::from_scale(scale, scale).post_translate(left, top);
    resvg::render(&tree, place, &mut pixels.as_mut());
    write(&pixels)
}

fn read(svg: &str) -> Result<Tree, RasterError> {
    let nothing_else = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { image_href_resolver: nothing_else, ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| RasterError::Unreadable(error.to_string()))
}

fn pixels(width: u32, height: u32) -> Result<Pixmap, RasterError> {
    if width > MOST || height > MOST {
        return Err(RasterError::Size);
    }
    Pixmap::new(width, height).ok_or(RasterError::Size)
}

fn write(pixels: &Pixmap) -> Result<Vec<u8>, RasterError> {
    pixels.encode_png().map_err(|error| RasterError::Unwritable(error.to_string()))
}
