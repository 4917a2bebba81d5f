/** First names of made-up persons. */
export const FIRST_NAMES: readonly string[] =
  "Ada Anselm Berit Bruno Carys Casper Dagny Edda Elias Emrys Fenna Goran Hale Hester Ilse Ingram Jonas Juno Kester Lenka Lorne Magda Milo Nessa Odile Oskar Petra Quill Ragna Rufus Sabine Silas Tamsin Tobias Una Vera Willem Ysolde Zora Alban".split(
    " ",
  );

/** Family names; none is an everyday word, so that one of them alone tells who is meant. */
export const FAMILY_NAMES: readonly string[] =
  "Abelthorn Arkwell Balmory Bexcombe Brandvik Callowick Carraden Cotterell Dalgarno Denholt Drummeck Eastrup Ellsmore Fairgrieve Falkvard Fenwright Gallimore Garroway Greenhalgh Haldorsen Hathersage Hollowell Ibbotson Inkersall Jessamy Kellaway Kettleby Kirkbride Langstrom Larkham Leverett Lindqvist Maddern Marchbank Mellstrom Nettleship Norquay Oakenshaw Ollerton Osterberg Pelham-Roe Penhallow Quarrington Quennell Ravenshaw Rosevear Rydgren Satterley Selwyck Skarsholm Stavely Tallantire Thackwell Thornquist Ullathorne Underhay Venable Vinterberg Wetherlam Whinfell Wollstone Yardleigh Yelverton Zetterlund".split(
    " ",
  );

/** Beginnings of made-up places. */
export const PLACE_BEGINNINGS: readonly string[] =
  "Ander Ballin Brack Cald Corran Dun Ebber Fal Garra Hather Inver Kell Lang Mar Nor Orrin Pen Quar Roth Skell Tarn Ulver Venn Wester".split(
    " ",
  );

/** Ends of made-up places. */
export const PLACE_ENDS: readonly string[] =
  "bury croft dale fell ford garth holm mere moor ness stead wick".split(" ");

/** First words of made-up names of things. */
export const THING_ADJECTIVES: readonly string[] =
  "Amber Ashen Brindled Copper Crooked Distant Fallow Frosted Gilded Hollow Idle Jade Kindly Lantern Linen Marble Nettle Northern Opal Patient Pewter Quiet Russet Saffron Scarlet Sevenfold Silver Tallow Velvet Winter".split(
    " ",
  );

/** Second words of made-up names of things. */
export const THING_NOUNS: readonly string[] =
  "Anvil Badger Beacon Bramble Cormorant Curlew Dormouse Falcon Fiddler Gannet Heron Ibex Juniper Kestrel Lapwing Magpie Marigold Osprey Otter Pelican Petrel Plover Quince Rook Sparrow Starling Thistle Tinker Wagtail Weaver".split(
    " ",
  );

/** Months. */
export const MONTHS: readonly string[] =
  "January February March April May June July August September October November December".split(
    " ",
  );

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth".split(
    " ",
  );
const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Days of a month that dates are drawn from. */
export const DRAWN_DAYS: number = ORDINALS.length;

/**
 * A day of a month in words.
 *
 * @param day - From 1 to 28.
 * @returns For instance `twenty-first`.
 */
export function ordinalOf(day: number): string {
  return ORDINALS[day - 1] ?? String(day);
}

/**
 * A number in words.
 *
 * @param number - A whole number from 0.
 * @returns For instance `eighty-six`; `undefined` from 100 on.
 */
export function numberInWords(number: number): string | undefined {
  if (number >= 100) return undefined;
  if (number < SMALL.length) return SMALL[number];
  const tens = TENS[Math.floor(number / 10)] as string;
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`;
}
