// Draws the view that the table sends and sends back which button was pressed; it knows no game.
"use strict";

const words = JSON.parse(document.querySelector('meta[name="words"]').content);
const say = (id, given) => words[id].replace(/\{(\w+)\}/g, (_, name) => given[name]);
const at = (id) => document.getElementById(id);

// ---- what is remembered: the token and the order of cards in this tab, the device in the browser

const store = (where, key, value) => {
  try {
    if (value === undefined) return where().getItem(key);
    where().setItem(key, value);
  } catch { /* a browser that keeps nothing: this page lives as long as it is open */ }
  return value === undefined ? null : value;
};
const tab = () => sessionStorage;
const browser = () => localStorage;
const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

const fresh = location.hash.slice(1);
const token = fresh || store(tab, "token") || "";
store(tab, "token", token);
// The token leaves the address: nobody reads it there, and no other page is told it.
history.replaceState(null, "", location.pathname);
addEventListener("hashchange", () => location.reload());
const device = store(browser, "device") || store(browser, "device", random());
const page = random();

// ---- the connection

let socket = null;
let connected = false;
let pause = 500;
let ended = false;
let count = 0;
let waiting = []; // presses that the table has not answered yet
let view = null;

function connect() {
  if (ended || (socket && socket.readyState <= 1)) return;
  socket = new WebSocket(`ws://${location.host}/table`);
  socket.onopen = () => socket.send(JSON.stringify({ token, device }));
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = (event) => {
    connected = false;
    if (view && view.over) {
      ended = true;
      return show("link", words.over);
    }
    const why = { 4401: "wrong", 4410: "replaced", 4429: "slow" }[event.code];
    if (why || event.code === 4409) {
      ended = event.code !== 4409;
      if (why) show("link", words[why]);
      else setTimeout(connect, 3000); // the table may say that this telephone takes over
    } else {
      show("link", words.lost);
      setTimeout(connect, pause);
      pause = Math.min(4000, pause * 2);
    }
  };
}

function send(message) {
  if (connected && socket.readyState === 1) socket.send(JSON.stringify(message));
}

function take(message) {
  if (message.ask !== undefined) {
    // A page that nobody sees does not answer: it may be asleep the next moment.
    if (!document.hidden) send({ here: message.ask });
  } else if (message.taken !== undefined) {
    show("link", say("taken", { who: message.taken }));
  } else if (message.pressed) {
    answered(message.pressed);
  } else if (message.view) {
    const again = !connected;
    connected = true;
    pause = 500;
    if (again) show("link", words.joined);
    draw(message.view);
    if (again) waiting.forEach((press) => send({ ...press.message, late: true }));
  }
}

function answered({ count: number, ok, why, what }) {
  const press = waiting.find((one) => one.message.count === number);
  waiting = waiting.filter((one) => one !== press);
  if (ok) show("note", say("sent", { what }));
  else if (why === "stale" || why === "wait") show("note", words[why]);
}

function pressed(button) {
  count += 1;
  const message = { press: button.key, page, count };
  waiting.push({ message });
  send(message);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return send({ bye: 1 });
  send({ here: 0 });
  connect();
});
addEventListener("pagehide", () => send({ bye: 1 }));
addEventListener("online", connect);

// ---- drawing

// Says only what has changed: a live region that is written anew is read anew.
function show(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text;
}

// Makes the children of `parent` those of `items`, keeping the elements of known ids.
function keep(parent, items, make) {
  const known = new Map([...parent.children].map((child) => [child.dataset.id, child]));
  items.forEach(({ id, ...item }, place) => {
    const child = known.get(id) || make();
    child.dataset.id = id;
    known.delete(id);
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] || null);
    child.update(item);
  });
  known.forEach((child) => child.remove());
}

function element(name, parts, update) {
  const made = document.createElement(name);
  made.append(...parts);
  made.update = update;
  return made;
}

function text(node, content) {
  if (node.textContent !== content) node.textContent = content;
}

function buttonFor() {
  const made = document.createElement("button");
  made.type = "button";
  made.addEventListener("click", () => pressed(made.given));
  made.update = ({ button }) => {
    made.given = button;
    text(made, button.text);
  };
  return made;
}

function draw(given) {
  view = given;
  const active = document.activeElement;
  const home = active && active.closest("section, div");
  document.body.className = given.kind;
  document.title = given.title;
  show("title", given.title);
  show("now", given.now);
  keep(at("lead"), given.lead.map((line, n) => ({ id: String(n), line })), () => {
    const made = document.createElement("p");
    made.update = ({ line }) => text(made, line);
    return made;
  });
  drawHand();
  // What has to be called in time comes first, however many cards there are.
  keep(at("calls"), given.groups.filter((one) => one.id === "call"), group);
  keep(at("groups"), given.groups.filter((one) => one.id !== "call"), group);
  keep(at("tables"), given.tables.filter((one) => one.rows.length), table);
  show("said", given.said || words.nothing);
  mindFocus(active, home);
}

// What had the focus keeps it; where it is gone, its heading takes it, never the top of the page.
function mindFocus(active, home) {
  if (!active || active === document.body || active === document.activeElement) return;
  if (active.isConnected && !active.closest("[hidden]")) return active.focus({ preventScroll: true });
  const near = [home && home.isConnected ? home : null, at("hand")];
  const open = near.find((one) => one && !one.hidden && one.querySelector("h2"));
  (open ? open.querySelector("h2") : at("title")).focus({ preventScroll: true });
}

function group() {
  const heading = document.createElement("h2");
  heading.tabIndex = -1;
  const list = document.createElement("div");
  const made = element("section", [heading, list], ({ heading: name, buttons }) => {
    text(heading, name);
    // Known by their names: the same choice keeps its place and the focus when keys change.
    keep(list, buttons.map((button) => ({ id: button.text, button })), buttonFor);
  });
  heading.id = `h-${random()}`;
  made.setAttribute("aria-labelledby", heading.id);
  return made;
}

function table() {
  const caption = document.createElement("caption");
  const head = document.createElement("thead");
  const body = document.createElement("tbody");
  return element("table", [caption, head, body], ({ heading, head: names, rows, strong }) => {
    text(caption, heading);
    const top = document.createElement("tr");
    top.append(...names.map((name) => cell("th", name, "col")));
    if (head.textContent !== top.textContent) head.replaceChildren(top);
    const lines = rows.map((row, n) => {
      const line = document.createElement("tr");
      if (strong.includes(n)) line.className = "strong";
      line.append(...row.map((value, place) => (place ? cell("td", value) : cell("th", value, "row"))));
      return line;
    });
    if (body.innerHTML !== lines.map((line) => line.outerHTML).join("")) body.replaceChildren(...lines);
  });
}

function cell(name, content, scope) {
  const made = document.createElement(name);
  made.textContent = content;
  if (scope) made.scope = scope;
  return made;
}

// ---- the hand, in the order that its owner chooses

let sorting = false;
const orderKey = () => `order ${view.title}`;

function ordered() {
  const wanted = JSON.parse(store(tab, orderKey()) || "[]");
  const place = (card) => (wanted.includes(card.id) ? wanted.indexOf(card.id) : wanted.length);
  return view.cards.map((card, n) => [place(card), n, card]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((x) => x[2]);
}

function drawHand() {
  const known = view.cardsHeading !== "";
  at("hand").hidden = !known;
  if (!known) return;
  show("hand-heading", view.cardsHeading);
  const cards = ordered();
  keep(at("cards"), cards.map((card, n) => ({ ...card, card, first: n === 0 })), cardLine);
  show("none", cards.length ? "" : words["no-cards"]);
  show("order", sorting ? words["order-done"] : words.order);
  at("order").setAttribute("aria-pressed", String(sorting));
  at("order").hidden = cards.length < 2 && !sorting;
}

function cardLine() {
  const name = Object.assign(document.createElement("span"), { className: "name" });
  const note = Object.assign(document.createElement("span"), { className: "note" });
  const facts = Object.assign(document.createElement("p"), { className: "facts" });
  const play = buttonFor();
  const up = Object.assign(document.createElement("button"), { type: "button" });
  const line = element("li", [name, " ", note, facts, play, up], ({ card, first }) => {
    text(name, card.text);
    text(note, card.note);
    text(facts, card.facts);
    facts.hidden = !card.facts;
    note.hidden = !card.note;
    play.hidden = !card.button;
    if (card.button) play.update({ button: card.button });
    up.hidden = !sorting || first;
    text(up, say("up", { card: card.text }));
    up.onclick = () => moveUp(card, up);
  });
  return line;
}

function moveUp(card, button) {
  const ids = ordered().map((one) => one.id);
  const place = ids.indexOf(card.id);
  if (place < 1) return;
  [ids[place - 1], ids[place]] = [ids[place], ids[place - 1]];
  store(tab, orderKey(), JSON.stringify(ids));
  drawHand();
  show("note", say("moved", { card: card.text, place: place }));
  // At the top there is nowhere to go up to: the next card's button takes the focus.
  const next = button.hidden ? at("cards").children[1].querySelector("button:last-child") : button;
  next.focus();
}

at("order").addEventListener("click", () => {
  sorting = !sorting;
  drawHand();
});
at("title").tabIndex = -1;
text(at("read"), words.read);
at("read").hidden = !("speechSynthesis" in window);
at("read").addEventListener("click", () => {
  const lines = ordered().map((card) => [card.text, card.note].filter(Boolean).join(", "));
  const spoken = new SpeechSynthesisUtterance([view.now, ...lines].join(". "));
  spoken.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
});
text(at("voice-heading"), words.said);
show("link", words.connecting);
if (token) connect();
else show("link", words.wrong);
