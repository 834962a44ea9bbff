// Ways to hand a file over, best first: as a download, to another program, on the clipboard, as text to be copied.

function asFile(text, name) {
  return new File([text], name, { type: "application/json" });
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
  // Some browsers begin to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// What was done, as a sentence.
async function handOver(text, name) {
  if ("download" in HTMLAnchorElement.prototype) {
    download(text, name);
    return `The file ${name} is in your downloads.`;
  }
  try {
    if (canShare(text, name)) {
      await share(text, name);
      return `The file ${name} was handed to the program you chose.`;
    }
    if (canCopy()) {
      await navigator.clipboard.writeText(text);
      return `The text of the file is on the clipboard. Paste it into a file named ${name}.`;
    }
  } catch (problem) {
    // Closing the share sheet is no mistake, and the text is still there.
  }
  showText(text);
  return `This browser saves no files. The text below is the file: copy it into one named ${name}.`;
}

function showText(text) {
  const box = document.getElementById("file-text");
  box.value = text;
  document.getElementById("file-text-row").hidden = false;
  box.focus();
  box.select();
}
