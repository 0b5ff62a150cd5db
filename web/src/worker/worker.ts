// The module worker in which the house of a page lives.

import { begin } from "./begin";
import { BrowserStore } from "./keeping";

begin((place) => new BrowserStore(`blockhaus ${place}`));
