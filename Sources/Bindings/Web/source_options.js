// The options of data sources.
import { refuse } from "./errors.js";
import { readOptions } from "./options.js";
import { handlers } from "./source_handlers.js";

const fields = [
  "cell",
  "cells",
  "header",
  "footer",
  "supplementary",
  "defaultRowAnimation",
  "refreshesHeaders",
  "strict",
  ...handlers,
  "view",
];

/**
 * The options of a data source that follows others, in the order in which they are set. It has no option `key`, because
 * it uses the key of its first origin.
 */
export const followerOptions = Object.fromEntries(fields.map((name) => [name, undefined]));
const sourceOptions = { ...followerOptions, key: "key" };

/** Reads the options of a data source. */
export function readSourceOptions(given, argument = 1, spec = sourceOptions) {
  const options = readOptions(argument, given, spec);
  const isTwice = (kind) => options[kind] !== undefined && options.supplementary?.[kind] !== undefined;
  for (const kind of ["header", "footer"])
    if (isTwice(kind))
      refuse(
        "INVALID_ARGUMENT",
        `${kind}: "supplementary" has a provider of this kind as well; leave out one of the two`,
      );
  return options;
}
