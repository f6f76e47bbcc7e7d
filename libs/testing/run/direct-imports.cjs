const relativeImport = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** A mutant meets the specs that import its file by name, and no spec of what else uses it. */
module.exports = {
  extract: (code, file) =>
    new Set(/\.spec\.tsx?$/.test(file) ? Array.from(code.matchAll(relativeImport), ([, path]) => path) : []),
};
