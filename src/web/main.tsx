import "./no-code-from-text.ts";
import "./styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { ToastHolder } from "./design/toast.tsx";
import { router } from "./router.tsx";

const place = document.getElementById("app");
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <ToastHolder>
          <RouterProvider router={router} />
        </ToastHolder>
      </QueryClientProvider>
    </StrictMode>,
  );
}
