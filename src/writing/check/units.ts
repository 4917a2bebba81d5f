/** A unit of measure. */
export interface Unit {
  /** Its name in the singular; amounts of one dimension are compared in their base unit. */
  readonly unit: string;
  /** What it measures. */
  readonly dimension: string;
  /** How many base units it is. */
  readonly factor: number;
}

const TABLE: Readonly<Record<string, string>> = {
  // word[=base units]; the first of a dimension is its base unit
  length:
    "metre meter metres meters m kilometre=1000 kilometres=1000 kilometer=1000 kilometers=1000 km=1000 centimetre=.01 centimetres=.01 centimeter=.01 centimeters=.01 cm=.01 millimetre=.001 millimetres=.001 mm=.001 mile=1609.344 miles=1609.344 foot=.3048 feet=.3048 inch=.0254 inches=.0254 yard=.9144 yards=.9144 fathom=1.8288 fathoms=1.8288",
  weight:
    "kilogram kilograms kilo kilos kg gram=.001 grams=.001 ton=1000 tons=1000 tonne=1000 tonnes=1000 ounce=.0283495 ounces=.0283495",
  volume:
    "litre litres liter liters gallon=3.785 gallons=3.785 pint=.568 pints=.568 barrel=159 barrels=159 bushel=35.2 bushels=35.2",
  duration:
    "day days second=.0000115741 seconds=.0000115741 minute=.000694444 minutes=.000694444 hour=.0416667 hours=.0416667 week=7 weeks=7 fortnight=14 fortnights=14 month=30.4375 months=30.4375 year=365.25 years=365.25 decade=3652.5 decades=3652.5 century=36525 centuries=36525",
  area: "hectare hectares acre=.404686 acres=.404686",
  percent: "percent %",
  temperature: "degree degrees",
  speed: "knot knots",
  power: "horsepower",
};
const CURRENCIES: Readonly<Record<string, string>> = {
  dollar: "dollar dollars $",
  euro: "euro euros €",
  pound: "pound pounds £",
  crown: "crown crowns krone kroner krona kronor",
  cent: "cent cents",
  franc: "franc francs",
  shilling: "shilling shillings",
  penny: "penny pence pennies",
  yen: "yen ¥",
  rupee: "rupee rupees",
  guinea: "guinea guineas",
};

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...Object.entries(TABLE).flatMap(([dimension, words]) => {
    const entries = words.split(" ").map((entry) => entry.split("="));
    return entries.map(([word = "", factor = "1"]) => {
      const unit = { unit: word, dimension, factor: Number(factor) };
      return [word, unit] as const;
    });
  }),
  ...Object.entries(CURRENCIES).flatMap(([unit, words]) =>
    words
      .split(" ")
      .map((word) => [word, { unit, dimension: `money: ${unit}`, factor: 1 }] as const),
  ),
]);

/**
 * The unit that a word names.
 *
 * @param word - A word or sign, in lower case.
 * @returns The unit; `undefined` if it is none.
 */
export function unitOf(word: string): Unit | undefined {
  return UNITS.get(word);
}

/**
 * An amount in the base unit of its dimension.
 *
 * @param amount - How many.
 * @param unit - Of which unit.
 * @returns Base units; the amount itself for what is counted.
 */
export function inBaseUnits(amount: number, unit: string): number {
  return amount * (UNITS.get(unit)?.factor ?? 1);
}
