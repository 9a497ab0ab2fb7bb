//! The start layouts by the names that people read, in both languages.

use galet_core::Phrase;

/// Layout, English name, French name. Names that players made up stay as they are.
#[rustfmt::skip]
const NAMES: [(&str, &str, &str); 60] = [
    ("standard", "Standard", "Standard"),
    ("belgian-daisy", "Belgian daisy", "Marguerite belge"),
    ("german-daisy", "German daisy", "Marguerite allemande"),
    ("dutch-daisy", "Dutch daisy", "Marguerite hollandaise"),
    ("swiss-daisy", "Swiss daisy", "Marguerite suisse"),
    ("french-daisy", "French daisy", "Marguerite française"),
    ("irish-daisy", "Irish daisy", "Marguerite irlandaise"),
    ("scottish-daisy", "Scottish daisy", "Marguerite écossaise"),
    ("true-daisy", "True daisy", "Vraie marguerite"),
    ("6-9", "6 and 9", "6 et 9"),
    ("alien-attack", "Alien attack", "Attaque d’aliens"),
    ("aliening", "Aliening", "Aliening"),
    ("alitration", "Alitration", "Alitration"),
    ("anglattack", "Anglattack", "Anglattaque"),
    ("april-fish", "April fish", "Poisson d’avril"),
    ("atomouche", "Atomouche", "Atomouche"),
    ("buttonhole", "Buttonhole", "Boutonnière"),
    ("centrifuge", "Centrifuge", "Centrifugeuse"),
    ("checkerboard", "Checkerboard", "Damier"),
    ("corners", "Corners", "Coins"),
    ("cross", "Cross", "Croix"),
    ("crossed-hearts", "Crossed hearts", "Cœurs croisés"),
    ("crown", "Crown", "Couronne"),
    ("def-or-atak", "Defend or attack", "Défense ou attaque"),
    ("domination", "Domination", "Domination"),
    ("domination-vs-daisy", "Domination against daisy", "Domination contre marguerite"),
    ("duel", "Duel", "Duel"),
    ("face-2-face", "Face to face", "Face à face"),
    ("food-mill", "Food mill", "Moulin à légumes"),
    ("forcing", "Forcing", "Forcing"),
    ("fracture", "Fracture", "Fracture"),
    ("french-king-cake1", "French king cake", "Galette des rois"),
    ("fujiyama1", "Fujiyama", "Fujiyama"),
    ("horseshoes", "Horseshoes", "Fers à cheval"),
    ("i-m-a-robot", "I’m a robot", "Je suis un robot"),
    ("infiltralien", "Infiltralien", "Infiltralien"),
    ("infiltration", "Infiltration", "Infiltration"),
    ("intimidation", "Intimidation", "Intimidation"),
    ("labyrinth", "Labyrinth", "Labyrinthe"),
    ("mosaic", "Mosaic", "Mosaïque"),
    ("mquorric-1", "Mquorric", "Mquorric"),
    ("neko", "Neko", "Neko"),
    ("oath", "Oath", "Serment"),
    ("octopus", "Octopus", "Pieuvre"),
    ("pyramid", "Pyramid", "Pyramide"),
    ("sibe", "Sibe", "Sibe"),
    ("slaloms", "Slaloms", "Slaloms"),
    ("snakes", "Snakes", "Serpents"),
    ("snakes-variation", "Snakes, a variation", "Serpents, variante"),
    ("snowflake", "Snowflake", "Flocon de neige"),
    ("spider", "Spider", "Araignée"),
    ("star", "Star", "Étoile"),
    ("the-arrow", "The arrow", "La flèche"),
    ("tinsels", "Tinsels", "Guirlandes"),
    ("trench", "Trench", "Tranchée"),
    ("wall", "Wall", "Mur"),
    ("wedding-rings", "Wedding rings", "Alliances"),
    ("wheel", "Wheel", "Roue"),
    ("windmill", "Windmill", "Moulin à vent"),
    ("xmas-star", "Christmas star", "Étoile de Noël"),
];

/// The name of a layout as people read it.
pub(crate) fn say_layout(layout: &str) -> Option<Phrase> {
    let (_, english, french) = NAMES.iter().find(|(name, ..)| *name == layout)?;
    Some(Phrase::fixed(english, french))
}
