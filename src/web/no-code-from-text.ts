// Must be the first import of the app: the policy of content forbids code made from text, which zod would
// try as soon as a schema is made.
import { z } from "zod";

z.config({ jitless: true });
