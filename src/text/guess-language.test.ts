import { describe, expect, it } from "vitest";
import { guessLanguage } from "./guess-language.ts";

describe("guessLanguage", () => {
  it.each([
    ["en", "We show that the method is better than the others, and that it needs less memory."],
    ["de", "Wir zeigen, dass die Methode besser ist als die anderen und weniger Speicher braucht."],
    ["fr", "Nous montrons que la méthode est plus rapide que les autres et qu'elle est simple."],
    ["es", "Se muestra que el método es más rápido que los otros y que no usa la memoria."],
    ["pt", "Mostramos que o método é mais rápido do que os outros e não usa a memória."],
    ["it", "Il metodo è più rapido degli altri e non usa la memoria della macchina."],
    ["nl", "Wij laten zien dat de methode sneller is dan de andere en ook niet het geheugen vult."],
    ["pl", "Metoda ta jest szybsza od innych i nie zajmuje pamięci, które są dla nas ważne."],
    ["zh", "本文提出了一种新的方法。"],
    ["ja", "この方法は他の方法より速い。"],
    ["ko", "이 방법은 다른 방법보다 빠르다."],
    ["ru", "Мы показываем, что метод быстрее других."],
    ["uk", "Ми показуємо, що цей метод швидший за інші."],
    ["ar", "نقدم في هذا البحث طريقة جديدة"],
  ])("knows %s by its script or its function words", (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it("knows a short English abstract with its title", () => {
    expect(guessLanguage("Records on one line each\nOne record a line.")).toBe("en");
  });

  it.each([
    ["nothing", ""],
    ["digits", "1 2 3"],
    ["a list of terms", "graph isomorphism, colour refinement, treewidth"],
    ["two function words only", "The graph of colours"],
    ["names", "Ann Lee, Bert Cole, Carl Diaz"],
  ])("does not guess from %s", (_, text) => {
    expect(guessLanguage(text)).toBeUndefined();
  });

  it("takes a German text with English terms for German", () => {
    const text =
      "Das Verfahren „Learning to Rank“ wird in der Praxis für die Suche auf Daten genutzt.";
    expect(guessLanguage(text)).toBe("de");
  });

  it("takes an English text with a Greek letter or a Chinese name for English", () => {
    const text = "The value of λ is given by the method of 王 and is stable for all of the inputs.";
    expect(guessLanguage(text)).toBe("en");
  });
});
