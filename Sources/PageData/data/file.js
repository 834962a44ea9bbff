// Ways to save a file, best first: download, share with another program, clipboard, text to copy. An archive is bytes, and
// cannot be copied.

function asFile(content, name) {
  return new File([content], name, { type: typeof content === "string" ? "application/json" : "application/zip" });
}

function canShare(text, name) {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [asFile(text, name)] });
}

function canCopy() {
  return Boolean(navigator.clipboard && navigator.clipboard.writeText);
}

async function share(text, name) {
  await navigator.share({ files: [asFile(text, name)] });
}

function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(asFile(text, name));
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Shares the file first; returns a sentence about the way. Closing the share sheet is not an error.
async function shareOver(text, name) {
  try {
    await share(text, name);
    return `The file ${name} was shared.`;
  } catch (problem) {
    return "The file was not shared. Save it, or share it again.";
  }
}

// Saves the file; returns a sentence about the way.
async function handOver(text, name) {
  if ("download" in HTMLAnchorElement.prototype) {
    download(text, name);
    return `The file ${name} is in your downloads.`;
  }
  try {
    if (canShare(text, name)) {
      await share(text, name);
      return `The file ${name} was shared.`;
    }
    if (canCopy() && typeof text === "string") {
      await navigator.clipboard.writeText(text);
      return `The file contents are on the clipboard. Paste them into a file named ${name}.`;
    }
  } catch (problem) {
    // Closing the share sheet is not an error, and the text is still available.
  }
  if (typeof text !== "string") return "This browser cannot save files with images. Use another browser, or remove the images.";
  showText(text);
  return `This browser cannot save files. Copy the text below into a file named ${name}.`;
}

function showText(text) {
  const box = document.getElementById("file-text");
  box.value = text;
  document.getElementById("file-text-row").hidden = false;
  box.focus();
  box.select();
}
