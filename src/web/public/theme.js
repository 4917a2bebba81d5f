// Runs before the first paint, so that a page in the dark does not flash. Paper is always light.
{
  const root = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const chosen = localStorage.getItem("longhand.theme");
    const system = isDark.matches ? "dark" : "light";
    root.dataset.theme = chosen === "dark" || chosen === "light" ? chosen : system;
  };
  show();
  isDark.addEventListener("change", show);
  addEventListener("storage", show);
  addEventListener("longhand-theme", show);
  addEventListener("beforeprint", () => {
    root.dataset.theme = "light";
  });
  addEventListener("afterprint", show);
}
