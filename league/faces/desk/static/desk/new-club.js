// A new club is most likely where its founder is: the device's time zone is chosen, until somebody chooses another one.
"use strict";
(() => {
  const zones = document.querySelector("select[name=time_zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isUntouched = zones && [...zones.options].every((one) => one.selected === one.defaultSelected);
  if (isUntouched && !document.querySelector("[aria-invalid=true]") && [...zones.options].some((one) => one.value === here)) zones.value = here;
})();
