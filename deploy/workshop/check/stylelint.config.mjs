// What `make check` asks of the site's stylesheets.
export default {
  extends: "stylelint-config-recommended",
  reportNeedlessDisables: true,
  rules: {
    // the order of our stylesheets is by what they style
    "no-descending-specificity": null,
    // a second value is for browsers that know it
    "declaration-block-no-duplicate-properties": [
      true,
      { ignore: ["consecutive-duplicates-with-different-values"] },
    ],
  },
};
