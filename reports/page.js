// Makes a report easier to use: tables that sort and filter, tips that open at once, rounds to step through.
// Everything it shows is in the page already, so nothing is missing without it. It asks nothing of the network.
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, attributes = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  document.documentElement.classList.add("js");

  // --- tips: titles, shown at once, by mouse and by keyboard -------------------------------------------------------

  const tip = make("div", { id: "tip", role: "tooltip", hidden: "" });
  document.body.append(tip);

  function textOf(target) {
    const title = target.querySelector(":scope > title");
    if (title) { // the browser's own tip would come on top, later
      target.dataset.tip = title.textContent;
      title.remove();
    }
    return target.dataset.tip;
  }

  function show(target, x, y) {
    tip.textContent = textOf(target);
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x - width / 2), document.documentElement.clientWidth - width - 8);
    const top = y - height - 14 < 4 ? y + 22 : y - height - 14;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${top + scrollY}px`;
  }

  function hide() {
    tip.hidden = true;
  }

  const tipped = (event) => event.target.closest?.("[data-tip], .tip");
  for (const kind of ["pointermove", "pointerdown"]) { // a finger never moves over anything
    document.addEventListener(kind, (event) => {
      const target = tipped(event);
      if (target) show(target, event.clientX, event.clientY);
      else hide();
    });
  }
  document.addEventListener("focusin", (event) => {
    const target = tipped(event);
    if (!target || !target.matches(":focus-visible")) return hide();
    const box = target.getBoundingClientRect();
    show(target, box.left + box.width / 2, box.top);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, { passive: true });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());

  // --- tables: sorted by any column, filtered by any word ----------------------------------------------------------

  const FILTER_FROM = 9; // rows

  function sorter(table) {
    const bodies = all("tbody", table).map((body) => ({ body, rows: all("tr:not(.group)", body) }));
    const heads = all("thead th", table);

    function value(row, column) {
      const cell = row.cells[column];
      return column && "v" in cell.dataset ? Number(cell.dataset.v) : cell.textContent.trim();
    }

    function compare(a, b) {
      if (typeof a === "number" && typeof b === "number") return a - b;
      if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1; // unknown figures last
      return a.localeCompare(b, "en", { numeric: true });
    }

    function sort(column, direction) {
      for (const { body, rows } of bodies) {
        const order = [...rows];
        if (direction) {
          order.sort((a, b) => {
            const [one, other] = [value(a, column), value(b, column)];
            const sign = typeof one === typeof other ? direction : 1;
            return sign * compare(one, other) || rows.indexOf(a) - rows.indexOf(b);
          });
        }
        body.append(...order);
      }
    }

    heads.forEach((head, column) => {
      const button = make("button", { type: "button" }, head.textContent);
      if (head.title) {
        button.dataset.tip = head.title;
        button.setAttribute("aria-description", head.title);
        head.removeAttribute("title");
      }
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const first = head.classList.contains("words") || !column ? "ascending" : "descending";
        const second = first === "ascending" ? "descending" : "ascending";
        const next = !before ? first : before === first ? second : "";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (next) head.setAttribute("aria-sort", next);
        sort(column, next === "ascending" ? 1 : next === "descending" ? -1 : 0);
      });
    });
  }

  function filter(table) {
    const rows = all("tbody tr:not(.group)", table);
    if (rows.length < FILTER_FROM) return;
    const label = make("label", { class: "filter" }, "Filter");
    const field = make("input", { type: "search", placeholder: "a word, such as a policy" });
    const count = make("output", { "aria-live": "polite" });
    label.append(field, count);
    table.closest(".scroll").before(label);
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const body of all("tbody", table)) {
        const heading = body.querySelector(".group")?.textContent ?? "";
        for (const row of all("tr:not(.group)", body)) {
          const text = `${heading} ${row.textContent}`.toLowerCase();
          row.hidden = !words.every((word) => text.includes(word));
        }
        body.hidden = all("tr:not(.group)", body).every((row) => row.hidden);
      }
      const left = rows.filter((row) => !row.hidden).length;
      count.textContent = words.length ? `${left} of ${rows.length} rows` : "";
    });
  }

  for (const table of all("table.results")) {
    sorter(table);
    filter(table);
  }

  // --- rounds: any state of them -----------------------------------------------------------------------------------

  function roundOf(element) {
    const moves = all(".moves > li", element);
    const pieces = all("[data-a]", element).map((piece) => ({
      piece,
      from: Number(piece.dataset.a),
      until: piece.dataset.b ? Number(piece.dataset.b) : Infinity,
    }));
    const board = element.querySelector(".board");
    const hands = all(".hand", element);
    const [now, last, next] = [".now", ".now .last", ".now .next"].map((selector) => element.querySelector(selector));
    now.hidden = false;

    function say(state) {
      const made = moves[state - 1];
      const line = made ? [make("b", {}, `${state}. `), ...parts(made, ".what, .gives")] : ["The hands are dealt."];
      last.replaceChildren(...line);
      const coming = moves[state];
      next.replaceChildren();
      next.classList.toggle("parting", Boolean(coming?.matches(".parting")));
      if (!coming) return;
      const choices = parts(coming, ".c");
      if (coming.matches(".parting")) next.append(make("strong", {}, "◆ Here the two part. "));
      if (choices.length) next.append(`Seat ${coming.dataset.seat} chooses: `, ...choices);
      else next.append(`No choice next: ${coming.querySelector(".what").textContent}.`);
    }

    const parts = (move, selector) => all(selector, move).map((part) => part.cloneNode(true));

    function hand(element, coming, points, over) {
      const seat = element.dataset.seat;
      const turn = coming?.dataset.seat === seat && seat !== undefined;
      element.classList.toggle("turn", turn);
      const playable = turn ? coming.dataset.p.split(" ") : [];
      const tiles = all(".t", element);
      for (const tile of tiles) tile.classList.toggle("can", playable.includes(tile.firstElementChild.getAttribute("href").slice(1)));
      element.querySelector(".none").hidden = tiles.some((tile) => !tile.classList.contains("off"));
      const score = element.querySelector(".score");
      if (score && points) score.textContent = `${points[seat]} ${points[seat] === "1" ? "point" : "points"}${over ? "" : " in play"}`;
    }

    return {
      length: moves.length,
      to(state) {
        const at = Math.min(state, moves.length);
        for (const { piece, from, until } of pieces) {
          piece.classList.toggle("off", at < from || at >= until);
          piece.classList.toggle("now", at === from && at > 0);
        }
        moves.forEach((move, number) => {
          if (number === at - 1) move.setAttribute("aria-current", "step");
          else move.removeAttribute("aria-current");
        });
        say(at);
        const points = at ? moves[at - 1].dataset.s : moves[0]?.dataset.s.replace(/\d+/g, "0");
        const over = at === moves.length && Boolean(element.dataset.final); // with the points of the end
        for (const one of hands) hand(one, moves[at], points ? (over ? element.dataset.final : points).split(" ") : null, over);
        element.querySelector(".ending").hidden = at < moves.length;
        const list = element.querySelector(".moves");
        const current = moves[at - 1];
        if (list && list.scrollHeight > list.clientHeight) {
          list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
        }
        if (board) board.setAttribute("aria-description", at ? `after move ${at} of ${moves.length}` : "empty");
      },
      moves,
      pieces,
    };
  }

  function viewer(element) {
    const rounds = all(".round", element).map(roundOf);
    const end = Number(element.dataset.last);
    const [controls, slider, output] = [".controls", "input", "output"].map((s) => element.querySelector(s));
    const button = (name) => element.querySelector(`[data-go="${name}"]`);
    let state = end;

    function to(next) {
      state = Math.min(Math.max(next, 0), end);
      for (const round of rounds) round.to(state);
      slider.value = state;
      output.textContent = state ? `Move ${state} of ${end}` : "Start";
      slider.setAttribute("aria-valuetext", output.textContent);
      for (const name of ["first", "back"]) button(name).setAttribute("aria-disabled", state === 0);
      for (const name of ["on", "last"]) button(name).setAttribute("aria-disabled", state === end);
    }

    const go = {
      first: () => to(0),
      back: () => to(state - 1),
      on: () => to(state + 1),
      last: () => to(end),
      parts: () => to(Number(element.dataset.parts)),
      faces: () => button("faces").setAttribute("aria-pressed", !element.classList.toggle("secret")),
    };
    controls.hidden = false;
    controls.addEventListener("click", (event) => go[event.target.closest("button")?.dataset.go]?.());
    slider.addEventListener("input", () => to(Number(slider.value)));
    element.addEventListener("keydown", (event) => {
      const name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
      if (!name || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go[name]();
    });
    for (const { moves, pieces } of rounds) {
      moves.forEach((move, number) => move.addEventListener("click", () => to(number + 1)));
      for (const { piece, from } of pieces) {
        if (piece.closest(".board")) piece.addEventListener("click", () => to(from));
      }
    }
    switcher(element);
    to(end);
  }

  // On a narrow screen one of two rounds is shown at a time.
  function switcher(element) {
    const choice = element.querySelector(".switch");
    if (!choice) return;
    choice.hidden = false;
    const buttons = all("button", choice);
    const pick = (place) => {
      buttons.forEach((one, number) => one.setAttribute("aria-pressed", number === place));
      all(".round", element).forEach((round, number) => round.classList.toggle("other", number !== place));
    };
    buttons.forEach((one, place) => one.addEventListener("click", () => pick(place)));
    pick(0);
  }

  for (const element of all(".viewer")) viewer(element);

  // --- paper: everything is opened, and as it was afterwards -------------------------------------------------------

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });
})();
