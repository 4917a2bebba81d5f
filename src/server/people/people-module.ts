import { openRateLimiter } from "../http/rate-limiter.ts";
import type { ServerModule } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { accountRoutes } from "./account-routes.ts";
import { administrationRoutes } from "./administration-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { sealPlainSecrets } from "./second-factor-vault.ts";
import { sessionRoutes } from "./session-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { tokenRoutes } from "./token-routes.ts";

/**
 * Accounts, sessions, tokens, invitations, roles, audit log.
 *
 * @param server - What modules are handed.
 * @returns The module.
 */
export function peopleModule(server: ServerContext): ServerModule {
  const passwordTries = openRateLimiter(server.clock.nowMs);
  return {
    name: "people",
    start: () => sealPlainSecrets(server),
    routes: [
      ...signInRoutes(server),
      ...accountRoutes(passwordTries),
      ...sessionRoutes,
      ...passkeyRoutes(server, passwordTries),
      ...tokenRoutes,
      ...administrationRoutes,
    ],
  };
}
