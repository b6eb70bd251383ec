#!/usr/bin/env bash
# org.snakeyaml:snakeyaml-engine 2.10 (Maven; a processor of YAML 1.2 for Java, in Jackson 3): by default it knows only JSON's forms, where YAML 1.2.2
# (10.3) has the core schema as the one to use. So `~`, `Null`, `True` and 0x1F are texts to it, where the JSON schema itself (10.2) has an error. It writes
# such texts without quotes, too: what a program stores as the text "~" is null to every other reader (here yaml 2.9.1, npm), and "0123" is 123.
# Nothing warns. With `setSchema(new CoreSchema())` for both, all are right.
# Known in part: FasterXML/jackson-dataformats-text issue 506 (open) has that `~` is read as text, and why. The engine's own page on schemas does not say
# which is the default. Nothing was found of the texts that it writes.
#
# Output seen:
#   read ~: "~", with the core schema null
#   read Null: "Null", with the core schema null
#   read True: "True", with the core schema true
#   read 0x1F: "0x1F", with the core schema 31
#   read 1e3: 1000.0, with the core schema 1000.0
#   written "~": yaml reads null, with the core schema "~"
#   written "True": yaml reads true, with the core schema "True"
#   written "0123": yaml reads 123, with the core schema "0123"
#   written "null": yaml reads "null", with the core schema "null"
#
# What follows: a null that is written as `~` resets nothing, and a text becomes a null that resets a value. Set the schema.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>example</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.snakeyaml</groupId>
      <artifactId>snakeyaml-engine</artifactId>
      <version>2.10</version>
    </dependency>
  </dependencies>
</project>
END
cat > Main.java <<'END'
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

public class Main {
  static String shown(Object value) {
    return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
  }

  public static void main(String[] arguments) throws Exception {
    Load load = new Load(LoadSettings.builder().build());
    Load coreLoad = new Load(LoadSettings.builder().setSchema(new CoreSchema()).build());
    for (String text : List.of("~", "Null", "True", "0x1F", "1e3"))
      System.out.println("read " + text + ": " + shown(load.loadFromString(text)) + ", with the core schema " + shown(coreLoad.loadFromString(text)));
    Dump dump = new Dump(DumpSettings.builder().build());
    Dump coreDump = new Dump(DumpSettings.builder().setSchema(new CoreSchema()).build());
    List<String> texts = List.of("~", "True", "0123", "null");
    Files.writeString(Path.of("texts.yaml"), dump.dumpToString(Map.of("texts", texts)));
    Files.writeString(Path.of("core.yaml"), coreDump.dumpToString(Map.of("texts", texts)));
  }
}
END
cat > main.mjs <<'END'
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const [texts, core] = ["texts.yaml", "core.yaml"].map((file) => parse(readFileSync(file, "utf8")).texts);
for (const [at, text] of ["~", "True", "0123", "null"].entries()) {
  const [read, better] = [texts, core].map((list) => JSON.stringify(list[at]));
  console.log(`written "${text}": yaml reads ${read}, with the core schema ${better}`);
}
END
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund yaml@2.9.1
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=lib > /dev/null
seen=$(java -cp 'lib/*' Main.java && node main.mjs)
echo "$seen"
[ "$seen" = 'read ~: "~", with the core schema null
read Null: "Null", with the core schema null
read True: "True", with the core schema true
read 0x1F: "0x1F", with the core schema 31
read 1e3: 1000.0, with the core schema 1000.0
written "~": yaml reads null, with the core schema "~"
written "True": yaml reads true, with the core schema "True"
written "0123": yaml reads 123, with the core schema "0123"
written "null": yaml reads "null", with the core schema "null"' ]
