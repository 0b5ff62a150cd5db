// The module worker that thinks for a page of a served house: an empty house that keeps nothing.

import { begin } from "./begin";
import { NoStore } from "./keeping";

begin(() => new NoStore());
