import type { NavigationItem } from "./navigation.tsx";

/** Places that the head of every page leads to, in their order. */
export const NAVIGATION: readonly NavigationItem[] = [
  { label: "Challenges", to: "/challenges", action: "see-public" },
  { label: "Runs", to: "/runs", action: "see-runs" },
  { label: "Compare", to: "/compare", action: "see-runs" },
  { label: "Autocorrelation", to: "/autocorrelation", action: "see-runs" },
  { label: "Rate", to: "/rate", action: "rate" },
  { label: "Studies", to: "/studies", action: "see-rating-counts" },
  { label: "People", to: "/people", action: "invite-people" },
];
