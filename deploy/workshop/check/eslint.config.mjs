// What `make check` asks of the site's scripts: classic scripts that pages load one by one.
import js from "@eslint/js";
import globals from "globals";

export default [
  {
    files: ["**/static/**/*.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: { ...globals.browser, htmx: "readonly" },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      strict: ["error", "global"],
    },
  },
];
