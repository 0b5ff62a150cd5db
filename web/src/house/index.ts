/** The house that all pages talk to. What builds the client says which side that is. */
export { house } from "#house";
