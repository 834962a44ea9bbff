// Pictures of a fail: taken or chosen, drawn again so that only what they show is left, and kept in this browser beside
// the draft. A picture of an answer is {sha256, size, alt}; its bytes are found by the digest.

const mostPictures = 4;
const largestSide = 1600;
const mostPictureBytes = 1 << 20;
const mostInputBytes = 64 << 20;
const pictureType = "image/jpeg";
const picturesName = "a11y-pictures";
// How long the browser may take to store one, in milliseconds, before the page says so.
const patience = 5000;
const pictureBytes = new Map();
// Why a picture was refused, by item.
const pictureProblems = new Map();
// The digests of those that the browser did not store in time.
const unkept = new Set();

function pictureDigest(bytes) {
  return hex(sha256(bytes));
}

// MARK: Storage

function openPictures() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(picturesName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(picturesName);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

// Null where the browser keeps nothing.
async function inPictures(mode, action) {
  try {
    const database = await openPictures();
    try {
      return await new Promise((done, failed) => {
        const transaction = database.transaction(picturesName, mode);
        const request = action(transaction.objectStore(picturesName));
        transaction.oncomplete = () => done(request.result);
        transaction.onerror = () => failed(transaction.error);
        transaction.onabort = () => failed(transaction.error);
      });
    } finally {
      database.close();
    }
  } catch (problem) {
    return null;
  }
}

// Null also where the browser takes too long: nothing waits for a store that does not answer.
function soonInPictures(mode, action) {
  return Promise.race([inPictures(mode, action), new Promise((done) => { setTimeout(done, patience, null); })]);
}

const pictureKey = (sha256) => `${sheet.worksheet}/${sha256}`;

// A picture is on the page before the browser has stored it, which can take long or fail: then its item says so.
async function keepPicture(index, sha256, bytes) {
  const tell = (isKept) => {
    if (isKept) unkept.delete(sha256); else unkept.add(sha256);
    tellPictures(index);
  };
  const timer = setTimeout(tell, patience, false);
  const key = await inPictures("readwrite", (store) => store.put(bytes, pictureKey(sha256)));
  clearTimeout(timer);
  tell(key !== null);
  // It may have been removed in the meantime.
  deletePicture(sha256);
}

// The bytes of all pictures of all answers, also of those that another window has added.
async function loadPictures() {
  for (const { sha256, size } of answers.flatMap(({ pictures }) => pictures)) {
    if (pictureBytes.has(sha256)) continue;
    const bytes = await soonInPictures("readonly", (store) => store.get(pictureKey(sha256)));
    if (bytes instanceof Uint8Array && bytes.length === size && pictureDigest(bytes) === sha256) pictureBytes.set(sha256, bytes);
  }
}

function deletePictures() {
  pictureBytes.clear();
  unkept.clear();
  pictureProblems.clear();
  inPictures("readwrite", (store) => store.delete(IDBKeyRange.bound(pictureKey(""), pictureKey("~"))));
}

// No other answer, and no other tester, has a picture that was removed.
function deletePicture(sha256) {
  if (answers.some(({ pictures }) => pictures.some((picture) => picture.sha256 === sha256))) return;
  pictureBytes.delete(sha256);
  unkept.delete(sha256);
  inPictures("readwrite", (store) => store.delete(pictureKey(sha256)));
}

function arePictures(list) {
  return Array.isArray(list) && list.length <= mostPictures && list.every(({ sha256, size, alt }) =>
    /^[0-9a-f]{64}$/.test(sha256) && Number.isInteger(size) && size > 0 && typeof alt === "string");
}

// MARK: Drawing

// On a canvas there is no place, time, or camera; the picture is upright and of a bounded size.
async function drawnPicture(file) {
  if (file.size > mostInputBytes) throw new Error("too large");
  const image = await createImageBitmap(file);
  const scale = Math.min(1, largestSide / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const quality of [0.85, 0.6, 0.35]) {
    const drawn = await new Promise((done) => { canvas.toBlob(done, pictureType, quality); });
    if (drawn && drawn.type === pictureType && drawn.size <= mostPictureBytes) return new Uint8Array(await drawn.arrayBuffer());
  }
  throw new Error("too large");
}

async function addPictures(index, files) {
  pictureProblems.delete(index);
  for (const file of files) {
    let bytes = null;
    try {
      if (answers[index].pictures.length < mostPictures) bytes = await drawnPicture(file);
    } catch (failure) {
      const name = file.name || "The file";
      pictureProblems.set(index, `${name} cannot be read as an image. Choose a photo or a screenshot.`);
      continue;
    }
    // Others may have come while this one was drawn.
    const { pictures } = answers[index];
    if (pictures.length >= mostPictures) {
      pictureProblems.set(index, `An item has at most ${mostPictures} images.`);
      break;
    }
    const sha256 = pictureDigest(bytes);
    if (pictures.some((picture) => picture.sha256 === sha256)) continue;
    pictureBytes.set(sha256, bytes);
    addPicture(index, { sha256, size: bytes.length, alt: "" });
    keepPicture(index, sha256, bytes);
  }
  tellPictures(index);
}

// The rows that are there stay, with what is being typed in them.
function addPicture(index, picture) {
  answers[index].pictures = [...answers[index].pictures, picture];
  document.getElementById(`pictures-${index}`).append(pictureRow(index, picture, answers[index].pictures.length));
  changed(index);
}

function tellPictures(index) {
  const isUnkept = answers[index].pictures.some(({ sha256 }) => unkept.has(sha256));
  const kept = isUnkept ? "This browser has not kept the image. Save before you close this page." : "";
  const words = [pictureProblems.get(index) ?? "", kept].filter((text) => text !== "").join(" ");
  const problem = document.getElementById(`picture-problem-${index}`);
  // Said again only where it is new.
  if (problem.textContent !== words) problem.textContent = words;
}

// MARK: Showing

function pictureRow(index, picture, number) {
  const row = document.createElement("li");
  const thumb = document.createElement("canvas");
  thumb.setAttribute("role", "img");
  thumb.setAttribute("aria-label", `Image ${number}`);
  const bytes = pictureBytes.get(picture.sha256);
  if (bytes) {
    createImageBitmap(new Blob([bytes], { type: pictureType })).then((image) => {
      const scale = 128 / Math.max(image.width, image.height);
      thumb.width = Math.max(1, Math.round(image.width * scale));
      thumb.height = Math.max(1, Math.round(image.height * scale));
      thumb.getContext("2d").drawImage(image, 0, 0, thumb.width, thumb.height);
    }).catch(() => {});
  }
  const field = document.createElement("div");
  field.className = "field";
  const label = document.createElement("label");
  label.htmlFor = `alt-${index}-${number}`;
  label.textContent = `What image ${number} shows`;
  const alt = document.createElement("input");
  Object.assign(alt, { type: "text", id: label.htmlFor, className: "alt", maxLength: 500, value: picture.alt, autocomplete: "off" });
  alt.dataset.sha256 = picture.sha256;
  field.append(label, alt);
  const remove = document.createElement("button");
  Object.assign(remove, { type: "button", className: "remove", textContent: "Remove" });
  const which = document.createElement("span");
  Object.assign(which, { className: "unseen", textContent: ` image ${number} of item ${index + 1}` });
  remove.append(which);
  remove.dataset.sha256 = picture.sha256;
  row.append(thumb, field, remove);
  return row;
}

function showPictures(index) {
  const { pictures } = answers[index];
  document.getElementById(`pictures-${index}`).replaceChildren(
    ...pictures.map((picture, place) => pictureRow(index, picture, place + 1)));
}

function removePicture(index, sha256) {
  answers[index].pictures = answers[index].pictures.filter((picture) => picture.sha256 !== sha256);
  deletePicture(sha256);
  showPictures(index);
  tellPictures(index);
  changed(index);
  document.getElementById(`picture-${index}`).focus();
}

// What is typed about a picture is read with the answer.
function readPictures(index) {
  const fields = document.getElementById(`pictures-${index}`).querySelectorAll(".alt");
  const typed = new Map(Array.from(fields, (field) => [field.dataset.sha256, field.value]));
  return answers[index].pictures.map((picture) => ({ ...picture, alt: typed.get(picture.sha256) ?? picture.alt }));
}

// MARK: Facts

// The pictures of an answer as facts have them; of a fail only.
function picturesOf(answer) {
  return answer.outcome === "fail" ? answer.pictures.map((picture) => ({ ...picture, alt: cleanLine(picture.alt) })) : [];
}

function pictureIdentity({ sha256, alt }) {
  return JSON.stringify([sha256, alt || ""]);
}

// Whether the pictures that the facts show are those of the answer. What a fail had stays with it when it passes.
function hasSavedPictures(before, answer) {
  if (answer.outcome !== "fail") return true;
  const known = Array.from(before.pictures.keys()).sort();
  const now = picturesOf(answer).map(pictureIdentity).sort();
  return canonical(known) === canonical(now);
}

function evidenceBody(index, picture, result, number) {
  const { check, component, condition } = sheet.items[index];
  const body = {
    alt: picture.alt, check, component, condition, name: `item-${index + 1}-${number}.jpg`, of: result,
    sha256: picture.sha256, size: picture.size, type: pictureType,
  };
  for (const name of ["alt", "condition"]) if (body[name] === "") delete body[name];
  return body;
}

// The files that the standing facts show, as a bundle lists them: [sha256, bytes, type], each once and in this order.
function standingEvidence() {
  const shown = new Set(standing().flatMap(({ pictures }) => Array.from(pictures.values())));
  const entries = savedEntries().filter(({ fact, identity }) => fact.kind === "evidence" && shown.has(referenceTo(identity)))
    .map(({ fact: { body } }) => [body.sha256, body.size, body.type]);
  const once = new Map(entries.map((entry) => [entry[0], entry]));
  return Array.from(once.keys()).sort().map((sha256) => once.get(sha256));
}

// MARK: Archive

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = crcTable[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

// A ZIP archive of files that are stored as they are, all of the first date that the format knows.
function archiveOf(files) {
  const little = (bytes, ...numbers) => numbers.flatMap((number) =>
    Array.from({ length: bytes }, (_, place) => Math.floor(number / 2 ** (8 * place)) % 256));
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const { name, bytes } of files) {
    const letters = utf8(name);
    const entry = [...little(2, 20, 0x800, 0, 0, 0x21), ...little(4, crcOf(bytes), bytes.length, bytes.length), ...little(2, letters.length, 0)];
    const head = Uint8Array.from([0x50, 0x4b, 3, 4, ...entry, ...letters]);
    directory.push(Uint8Array.from([0x50, 0x4b, 1, 2, ...little(2, 20), ...entry, ...little(2, 0, 0, 0), ...little(4, 0, offset), ...letters]));
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = [0x50, 0x4b, 5, 6, ...little(2, 0, 0, files.length, files.length), ...little(4, size, offset), ...little(2, 0)];
  return joined([...parts, ...directory, Uint8Array.from(end)]);
}
